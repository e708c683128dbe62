import { describe, expect, it } from "vitest";
import { parseCrawledPage } from "./parse-crawled-page.ts";
import { preparePage } from "./prepare-page.ts";
import { readWebsiteMetadata } from "./read-website-metadata.ts";

const address = "https://pier.example/";

async function toWebsiteMetadata(head: string, css = "") {
  const page = preparePage(
    Buffer.from(`<!doctype html><html lang="de"><head><title>Pier | Notes</title>${head}</head>`),
  );
  if (!page) throw new Error("The page nests too deeply.");
  const fetched: string[] = [];
  const metadata = await readWebsiteMetadata(parseCrawledPage(page, address), page, async (url) => {
    fetched.push(url);
    return { status: 200, url, bytes: Buffer.from(css) };
  });
  return { metadata, fetched };
}

const style = (declarations: string) => `<style>:root { ${declarations} }</style>`;

describe("readWebsiteMetadata", () => {
  it("names the site by its title without a suffix", async () => {
    expect((await toWebsiteMetadata("")).metadata).toEqual({ name: "Pier", language: "de" });
  });

  it.each([
    ['<meta name="theme-color" content="#0A5C8F">', "#0a5c8f"],
    ['<meta name="theme-color" content="#fff"><style>a{--accent: #f00;}</style>', "#ff0000"],
    [style("--wp-admin-theme-color: #007cba; --brand: #123456;"), "#123456"],
    [style("--wp--preset--color--primary: #0a5c8f;"), "#0a5c8f"],
    [style("--text-color: #123456; --primary: rgb(1, 2, 3);"), undefined],
    [style("--accent: #444;"), undefined],
  ])("reads the color of %s", async (head, color) =>
    expect((await toWebsiteMetadata(head)).metadata.color).toBe(color),
  );

  it("reads the color of a style sheet of the site, not of others", async () => {
    const link = (href: string) => `<link rel="stylesheet" href="${href}">`;
    const { metadata, fetched } = await toWebsiteMetadata(
      link("https://cdn.example/a.css") + link("/b.css"),
      ":root{--accent:#0a5c8f}",
    );
    expect([metadata.color, fetched]).toEqual(["#0a5c8f", [`${address}b.css`]]);
  });
});
