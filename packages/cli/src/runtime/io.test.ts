import { expect, it } from "vitest";
import { printResult } from "./io.ts";

function answered(data: object, text: string, json: boolean): string {
  const out: string[] = [];
  const stdout = (words: string) => void out.push(words);
  printResult({ env: {}, json, terminal: true, stdout, stderr: () => undefined }, data, text);
  return out.join("");
}

it("replaces control characters in text", () => {
  const text = "Naïve 名前 👩‍🌾\n  evil\u001b[2J\u009b31m\u202egpj\u2066.md\r\t!";
  expect(answered({}, text, false)).toBe("Naïve 名前 👩‍🌾\n  evil�[2J�31m�gpj�.md��!\n");
});

it("escapes control characters in JSON", () => {
  const name = "evil\u001b[2J\u009b31m\u202egpj";
  const out = answered({ name }, "", true);
  expect(JSON.parse(out)).toEqual({ name });
  for (const steering of ["\u001b", "\u009b", "\u202e"]) expect(out).not.toContain(steering);
});
