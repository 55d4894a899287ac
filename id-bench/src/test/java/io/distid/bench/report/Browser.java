package io.distid.bench.report;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of this machine, with a profile of its own. Nothing is downloaded. */
final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one; empty if the browser or its driver is not installed. */
    static Optional<Browser> start(Path profile) {
        Optional<Path> driver = installed("chromedriver");
        Optional<Path> chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> installed(name).stream())
                .findFirst();
        if (driver.isEmpty() || chromium.isEmpty()) {
            return Optional.empty();
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get().toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.get().toFile())
                .usingAnyFreePort()
                .build();
        return Optional.of(new Browser(new ChromeDriver(service, options)));
    }

    private static Optional<Path> installed(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    void open(Path page) {
        driver.get(page.toUri().toString());
    }

    /** As a phone has it where it is narrow. */
    void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels < 600));
    }

    void colours(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    /** Waits until it is there, unlike {@link #texts}. */
    WebElement find(String css) {
        return Awaitility.await(css)
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(NoSuchElementException.class)
                .until(() -> driver.findElement(By.cssSelector(css)), element -> true);
    }

    List<String> texts(String css) {
        return driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    /** All that the console was told since the last call. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** What the browser would send to a printer. */
    byte[] print() {
        Object pdf = driver.executeCdpCommand("Page.printToPDF", Map.of()).get("data");
        return Base64.getDecoder().decode(pdf.toString());
    }

    @Override
    public void close() {
        driver.quit();
    }
}
