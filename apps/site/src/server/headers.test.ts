import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, createNonce, pageHeaders } from "./headers.ts";

const options = {
  nonce: "bm9uY2U=",
  publicUrl: "http://localhost:4000",
  apiUrl: "http://localhost:4000",
  personal: false,
};

const directives = (policy: string) =>
  new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1).join(" ")]));

describe("content security policy", () => {
  it("allows scripts by nonce only", () => {
    expect(directives(contentSecurityPolicy(options)).get("script-src")).toBe("'nonce-bm9uY2U='");
    expect(contentSecurityPolicy(options)).not.toContain("unsafe");
  });

  it("allows the site's own files, and external images and videos over https", () => {
    const policy = directives(contentSecurityPolicy(options));
    expect(policy.get("style-src")).toBe("'self' 'nonce-bm9uY2U='");
    expect(policy.get("img-src")).toBe("'self' https: data:");
    expect(policy.get("media-src")).toBe("'self' https:");
    expect(policy.get("font-src")).toBe("'self'");
    expect(policy.get("frame-src")).toBe("'self' https:");
  });

  it("allows a captcha provider's scripts, frames and requests if configured", () => {
    const captchaSources = ["https://captcha.example", "https://*.captcha.example"];
    const policy = directives(contentSecurityPolicy({ ...options, captchaSources }));
    const added = (name: string) => {
      const former = directives(contentSecurityPolicy(options)).get(name) ?? "";
      return policy.get(name)?.slice(former.length).trim();
    };
    for (const name of ["script-src", "style-src", "connect-src", "frame-src"])
      expect(added(name)).toBe(captchaSources.join(" "));
    for (const name of ["default-src", "img-src", "form-action", "frame-ancestors"]) expect(added(name)).toBe("");
  });

  it("forbids framing, base URLs, plug-ins and cross-origin forms", () => {
    const policy = directives(contentSecurityPolicy(options));
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect(policy.get("default-src")).toBe("'none'");
  });

  it("allows requests to and frames of the API's origin if it is another one", () => {
    const policy = directives(contentSecurityPolicy({ ...options, apiUrl: "https://api.example/base" }));
    expect(policy.get("connect-src")).toBe("'self' https://api.example");
    expect(policy.get("frame-src")).toBe("'self' https: https://api.example");
    expect(directives(contentSecurityPolicy(options)).get("connect-src")).toBe("'self'");
  });
});

describe("page headers", () => {
  it("prevent every cache from storing a member's page", () => {
    expect(pageHeaders({ ...options, personal: true }).get("Cache-Control")).toBe("private, no-store");
  });

  it("send HSTS for a year only if the site uses https", () => {
    expect(pageHeaders(options).has("Strict-Transport-Security")).toBe(false);
    expect(pageHeaders({ ...options, publicUrl: "https://site.example" }).get("Strict-Transport-Security")).toBe(
      "max-age=31536000; includeSubDomains",
    );
  });
});

describe("nonce", () => {
  it("has 128 bits and is never reused", () => {
    const nonces = new Set(Array.from({ length: 1000 }, createNonce));
    expect(nonces.size).toBe(1000);
    for (const nonce of nonces) expect(Buffer.from(nonce, "base64")).toHaveLength(16);
  });
});
