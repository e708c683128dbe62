import { contentFramePath } from "@porchlight/contract/blog/paths";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });

describe(`GET ${contentFramePath}`, () => {
  it("returns a page without an origin that only the site may embed, for all callers", async () => {
    const response = await server.fetch(new Request(`http://localhost:4000${contentFramePath}?html=<b>`));
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy")?.split("; ") ?? [];
    const sandbox = policy.find((part) => part.startsWith("sandbox "));
    expect(sandbox?.split(" ")).toContain("allow-scripts");
    expect(sandbox).not.toMatch(/same-origin|top-navigation|modals|downloads/);
    expect(policy).toContain("frame-ancestors 'self' https://site.example");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await response.text()).not.toContain("<b>");
    expect((await server.call("POST", contentFramePath)).status).toBe(405);
  });
});
