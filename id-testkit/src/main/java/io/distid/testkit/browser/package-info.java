/**
 * A real browser, for tests of pages and of what JavaScript makes of an id. Tests of any module may use it that has Selenium's Chrome
 * driver on its class path; apart from the contracts, so that who runs those needs no Selenium.
 */
@NullMarked
package io.distid.testkit.browser;

import org.jspecify.annotations.NullMarked;
