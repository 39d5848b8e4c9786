// Prints the path of the browser that npm has; unpacks it first.
import chromium from "@sparticuz/chromium";

console.log(await chromium.executablePath());
