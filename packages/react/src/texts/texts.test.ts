import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import verifyEmail from "@porchlight/contract/texts/en/auth-verifyEmail.json" with { type: "json" };
import { loadScreenTexts } from "@porchlight/contract/texts/load";
import { describe, expect, it } from "vitest";
import { createTexts } from "./use-texts.ts";

describe("createTexts", () => {
  it("prefers the component's texts, then the provider's, then English", () => {
    const settings = { language: "en", messages: { "auth.signIn.title": "Welcome", "auth.signIn.submit": "Enter" } };
    const text = createTexts(auth, settings, { "auth.signIn.title": "Hello again" });
    expect(text("auth.signIn.title")).toBe("Hello again");
    expect(text("auth.signIn.submit")).toBe("Enter");
    expect(text("auth.signIn.forgot")).toBe("Forgot your password?");
  });

  it("uses the provider's language", async () => {
    const text = createTexts({ ...auth, ...verifyEmail }, { language: "de", messages: await loadScreenTexts("de") });
    expect(text("auth.signIn.forgot")).toBe("Passwort vergessen?");
    expect(text("auth.verifyEmail.resendWait", { n: 1 })).toBe("Neuen Code senden in 1 Sekunde");
  });
});
