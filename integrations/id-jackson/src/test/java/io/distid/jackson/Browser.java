package io.distid.jackson;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A headless Chromium of this machine, with a profile of its own. Nothing is downloaded. Not safe for use by several threads. */
final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one, or aborts the test if Chromium and its driver are not both on the {@code PATH}. */
    static Browser orSkip(Path profile) {
        Optional<Path> driver = installed("chromedriver");
        Optional<Path> chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> installed(name).stream())
                .findFirst();
        if (driver.isEmpty() || chromium.isEmpty()) {
            return Assumptions.abort("skipped: chromium and chromedriver are not both on the PATH");
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
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

    /** What a script returns within a page, once that is loaded. */
    Object run(Path page, String script) {
        driver.get(page.toUri().toString());
        return driver.executeScript(script);
    }

    /** Ends the browser and its driver. */
    @Override
    public void close() {
        driver.quit();
    }
}
