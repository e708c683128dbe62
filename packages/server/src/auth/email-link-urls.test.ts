import { describe, expect, it } from "vitest";
import type { Caller } from "../platform/context/caller.ts";
import { siteAppId } from "./apps/site-app.ts";
import { emailLinkUrls } from "./email-link-urls.ts";

const site = {
  id: "0192f0c4-0000-7000-8000-000000000000",
  name: "Site",
  language: "en",
  languages: ["en", "de"] as const,
  timeZone: "UTC",
  isMain: true,
};
const publicUrl = "https://api.example";
const otherApp = crypto.randomUUID();
type Config = Parameters<typeof emailLinkUrls>[0]["config"];
const pages = (caller: Caller, siteUrl?: string) =>
  emailLinkUrls({ site, config: { publicUrl, siteUrl } as Config }, caller);
const visitor = (appId: string): Caller => ({ kind: "visitor", appId, sessionId: "s", visitorId: "v" });

describe("email links", () => {
  it("open the member site, with the code for its own sign-ups only", () => {
    const ofSite = {
      signIn: "https://site.example/sign-in",
      forgotPassword: "https://site.example/forgot-password",
      resetPassword: { page: "https://site.example/reset-password" },
    };
    const verifyEmail = "https://site.example/verify-email";
    expect(pages(visitor(siteAppId(site.id)), "https://site.example")).toEqual({ ...ofSite, verifyEmail });
    expect(pages(visitor(otherApp), "https://site.example")).toEqual({ ...ofSite, verifyEmail: undefined });
  });

  it.each([
    ["for a hosted page", { kind: "hostedPage", appId: otherApp } as const, "https://site.example"],
    ["without a member site", visitor(otherApp), undefined],
  ])("open the hosted pages %s, with the id of the app", (_, caller, siteUrl) => {
    expect(pages(caller, siteUrl)).toEqual({
      verifyEmail: undefined,
      signIn: undefined,
      forgotPassword: `https://api.example/hosted/forgot?app=${otherApp}`,
      resetPassword: { page: `https://api.example/hosted/reset?app=${otherApp}`, readsQuery: true },
    });
  });

  it("open the hosted pages without an app for API clients", () => {
    const caller: Caller = { kind: "apiKey", apiKey: { keyId: "k", role: "admin" } as never };
    expect(pages(caller).resetPassword.page).toBe("https://api.example/hosted/reset");
  });
});
