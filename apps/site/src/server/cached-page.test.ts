import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cacheHtml } from "./cached-page.ts";

const first = "AAAAAAAAAAAAAAAAAAAAAA==";
const second = "BBBBBBBBBBBBBBBBBBBBBB==";
const body = Array.from({ length: 5_000 }, (_, index) => `<p>Paragraph ${index * 7919} – «Lücke» 🕯</p>`).join("");

describe("cacheHtml", () => {
  it.each([
    ["in its midst", `<script nonce="${first}"></script>${body}<style nonce="${first}"></style>`],
    ["at both ends", `${first}${body}${first}`],
    ["twice in a row", `<p>${first}${first}</p>`],
    ["nowhere", body],
  ])("writes a page with another nonce %s, gzipped and plain", (_where, html) => {
    const page = cacheHtml(html, first);
    for (const nonce of [second, first, second]) {
      const wanted = html.replaceAll(first, nonce);
      expect(Buffer.from(page.write(nonce, false)).toString()).toBe(wanted);
      expect(gunzipSync(page.write(nonce, true)).toString()).toBe(wanted);
    }
  });

  it("compresses well and reports its memory usage", () => {
    const page = cacheHtml(body, first);
    expect(page.write(second, true).byteLength).toBeLessThan(Buffer.byteLength(body) / 4);
    expect(page.bytes).toBeGreaterThan(Buffer.byteLength(body));
  });
});
