import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import blog from "@porchlight/contract/texts/en/blog.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import password from "@porchlight/contract/texts/en/password.json" with { type: "json" };
import { formatMessage } from "@porchlight/contract/texts/format";
import { describe, expect, it } from "vitest";
import { createTexts } from "./use-texts.ts";

const areas = { account, auth, blog, common, password };

describe("English texts", () => {
  it("has keys of the form area.screen.part, in the file of their area", () => {
    for (const [area, texts] of Object.entries(areas)) {
      for (const key of Object.keys(texts)) expect(key).toMatch(new RegExp(`^${area}\\.[a-zA-Z]+\\.[a-zA-Z]+$`));
    }
  });

  it("holds messages that can be read", () => {
    for (const texts of Object.values(areas)) {
      for (const message of Object.values(texts)) expect(formatMessage(message, { n: 2 }, "en")).not.toEqual([]);
    }
  });

  it("keeps to the words of the house", () => {
    const all = Object.values(areas).flatMap((texts) => Object.values(texts));
    for (const message of all) {
      expect(message.replace(/\{\w+/g, "")).not.toMatch(
        /\b(please|oops|invalid|success(fully)?|log ?in|log ?out|email)\b|!/i,
      );
    }
  });
});

describe("createTexts", () => {
  it("takes a screen's own words first, then the provider's, then English", () => {
    const settings = { language: "en", messages: { "auth.signIn.title": "Welcome", "auth.signIn.submit": "Enter" } };
    const text = createTexts(auth, settings, { "auth.signIn.title": "Hello again" });
    expect(text("auth.signIn.title")).toBe("Hello again");
    expect(text("auth.signIn.submit")).toBe("Enter");
    expect(text("auth.signIn.forgot")).toBe("Forgot your password?");
  });
});
