import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

/**
 * Renders the illustrations in `scripts/demo-images` as WebP files of the demo content. Run it after a change to an SVG
 * file, and commit the result. Prints the sizes, and exits with 1 if a file is too large.
 */

/** Bytes. */
const maxFileSize = 60_000;
const quality = 0.82;

const source = new URL("./demo-images/", import.meta.url);
const target = new URL("../packages/cli/demo/images/", import.meta.url);

const executablePath = [process.env.CHROMIUM_PATH, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
  (path) => path !== undefined && existsSync(path),
);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
const page = await browser.newPage();
mkdirSync(target, { recursive: true });
for (const file of readdirSync(source).filter((name) => name.endsWith(".svg"))) {
  const svg = readFileSync(new URL(file, source), "utf8");
  const [, width = "", height = ""] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const data = await page.evaluate(
    async ({ svg, width, height, quality }) => {
      const image = new Image(width, height);
      // Without a size of its own, an SVG image is scaled by the browser's default.
      image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg", `<svg width="${width}" height="${height}"`))}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality).replace(/.*,/, "");
    },
    { svg, width: Number(width), height: Number(height), quality },
  );
  const bytes = Buffer.from(data, "base64");
  writeFileSync(new URL(file.replace(/\.svg$/, ".webp"), target), bytes);
  console.log(`${file.padEnd(52)} ${String(bytes.length).padStart(7)} bytes`);
  if (bytes.length > maxFileSize) process.exitCode = 1;
}
await browser.close();
