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
  it("runs scripts by nonce and nothing else", () => {
    expect(directives(contentSecurityPolicy(options)).get("script-src")).toBe("'nonce-bm9uY2U='");
    expect(contentSecurityPolicy(options)).not.toContain("unsafe");
  });

  it("admits the site's own files, and pictures and films of posts from elsewhere by https", () => {
    const policy = directives(contentSecurityPolicy(options));
    expect(policy.get("style-src")).toBe("'self' 'nonce-bm9uY2U='");
    expect(policy.get("img-src")).toBe("'self' https: data:");
    expect(policy.get("media-src")).toBe("'self' https:");
    expect(policy.get("font-src")).toBe("'self'");
    expect(policy.get("frame-src")).toBe("'self' https:");
  });

  it("admits a captcha's provider where there is one, for what it runs, draws and asks", () => {
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

  it("forbids frames around the site, base addresses, plug-ins and forms to elsewhere", () => {
    const policy = directives(contentSecurityPolicy(options));
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect(policy.get("default-src")).toBe("'none'");
  });

  it("admits the API's origin for calls and frames when it is another one", () => {
    const policy = directives(contentSecurityPolicy({ ...options, apiUrl: "https://api.example/base" }));
    expect(policy.get("connect-src")).toBe("'self' https://api.example");
    expect(policy.get("frame-src")).toBe("'self' https: https://api.example");
    expect(directives(contentSecurityPolicy(options)).get("connect-src")).toBe("'self'");
  });
});

describe("page headers", () => {
  it("keep a member's page out of every cache", () => {
    expect(pageHeaders({ ...options, personal: true }).get("Cache-Control")).toBe("private, no-store");
  });

  it("ask for https for a year only where the site has it", () => {
    expect(pageHeaders(options).has("Strict-Transport-Security")).toBe(false);
    expect(pageHeaders({ ...options, publicUrl: "https://site.example" }).get("Strict-Transport-Security")).toBe(
      "max-age=31536000; includeSubDomains",
    );
  });
});

describe("nonce", () => {
  it("is 128 bits and never the same", () => {
    const nonces = new Set(Array.from({ length: 1000 }, createNonce));
    expect(nonces.size).toBe(1000);
    for (const nonce of nonces) expect(Buffer.from(nonce, "base64")).toHaveLength(16);
  });
});
