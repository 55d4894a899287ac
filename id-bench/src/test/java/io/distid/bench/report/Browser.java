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
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium of this machine, with a profile of its own. Nothing is downloaded. Not safe for use by several threads.
 */
final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts one, or aborts the test with the reason why there is none.
     *
     * @param profile a folder for its settings, which is made
     * @return a browser with an empty page, to be closed
     * @throws org.opentest4j.TestAbortedException if Chromium and its driver are not both on the {@code PATH}
     */
    public static Browser orSkip(Path profile) {
        Optional<Path> driver = installed("chromedriver");
        Optional<Path> chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> installed(name).stream())
                .findFirst();
        if (driver.isEmpty() || chromium.isEmpty()) {
            return Assumptions.abort("skipped: chromium and chromedriver are not both on the PATH");
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
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<Path> installed(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Opens a page, and waits until it is loaded.
     *
     * @param page an HTML file
     */
    public void open(Path page) {
        // The driver may return before the browser has left the last page, which may be the same one.
        driver.get("about:blank");
        driver.get(page.toUri().toString());
        Awaitility.await("the page to be loaded")
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(2))
                .until(() -> Boolean.TRUE.equals(
                        run("return location.protocol !== 'about:' && document.readyState === 'complete'")));
    }

    /**
     * Sets the width of the window. A narrow one is a phone's.
     *
     * @param pixels its width
     */
    public void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels < 600));
    }

    /**
     * Sets what the page is told of the user's colours.
     *
     * @param scheme {@code light} or {@code dark}
     */
    public void colours(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /**
     * Runs a script in the page.
     *
     * @param script the body of a function
     * @return what it returns: a string, a {@code Long}, a {@code Double}, a boolean, a list, a map, or null
     */
    public Object run(String script) {
        return driver.executeScript(script);
    }

    /**
     * Finds an element, and waits until it is there, unlike {@link #texts}.
     *
     * @param css its selector
     * @return the first such element
     */
    public WebElement find(String css) {
        return Awaitility.await(css)
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(NoSuchElementException.class)
                .until(() -> driver.findElement(By.cssSelector(css)), element -> true);
    }

    /**
     * Reads what elements show.
     *
     * @param css their selector
     * @return their texts, in the order of the page
     */
    public List<String> texts(String css) {
        return driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    /**
     * Reads what the console was told since the last call.
     *
     * @return its messages
     */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /**
     * Prints the page.
     *
     * @return what the browser would send to a printer, as PDF
     */
    public byte[] print() {
        Object pdf = driver.executeCdpCommand("Page.printToPDF", Map.of()).get("data");
        return Base64.getDecoder().decode(pdf.toString());
    }

    /** Ends the browser and its driver. */
    @Override
    public void close() {
        driver.quit();
    }
}
