import { describe, expect, it } from "vitest";
import type { CaptchaTokens, MemberClient } from "../member-client.ts";
import { createCaptchaGate } from "./captcha-gate.ts";

const refused = (data: object = { kind: "silent" }) => ({
  kind: "captcha",
  details: { applicationError: { data } },
});
const success = { kind: undefined, loginState: "SUCCESS" };
const silentTokens = { invisibleRecaptchaToken: "silent" };

/** A form whose server gives these answers in order, and a captcha that is solved as `solve` says. */
function begin(answers: unknown[], solve: () => Promise<CaptchaTokens> = async () => silentTokens) {
  const solved: unknown[] = [];
  const captcha: MemberClient["captcha"] = {
    getCaptcha: async () => ({ provider: "proof-of-work" }),
    solveCaptcha(params) {
      solved.push(params);
      return solve();
    },
  };
  const gate = createCaptchaGate(captcha, "login");
  const steps: unknown[] = [];
  gate.subscribe(() => {
    const step = gate.getSnapshot();
    steps.push(step ? [step.kind, step.problem].filter(Boolean).join(" ") : "over");
  });
  const shown: unknown[] = [];
  const submit = () =>
    gate.guard(async (tokens) => {
      shown.push(tokens);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { gate, steps, shown, solved, submit };
}

describe("a form that may require a captcha", () => {
  it("is sent unchanged if no captcha is required", async () => {
    const { submit, steps, shown, solved } = begin([success]);
    expect(await submit()).toBe(success);
    expect([steps, shown, solved]).toEqual([[], [undefined], []]);
  });

  it("is sent again with a silent captcha", async () => {
    const { submit, steps, shown, solved } = begin([refused(), success]);
    expect(await submit()).toBe(success);
    expect(steps).toEqual(["silent", "over"]);
    expect(shown).toEqual([undefined, silentTokens]);
    expect(solved).toEqual([{ purpose: "login", kind: "silent" }]);
  });

  it("waits for a visible captcha if the silent one is rejected, and is sent with it", async () => {
    const again = refused({ kind: "visible" });
    const { gate, submit, steps, shown, solved } = begin([refused(), again, success]);
    expect(await submit()).toBe(again);
    expect(steps).toEqual(["silent", "visible"]);
    gate.getSnapshot()?.setTokens({ recaptchaToken: "visible" });
    expect(await submit()).toBe(success);
    expect(steps).toEqual(["silent", "visible", "over"]);
    expect(shown.at(-1)).toEqual({ recaptchaToken: "visible" });
    expect(solved).toHaveLength(1);
  });

  it("waits for a visible captcha immediately if the site requires one", async () => {
    const { submit, steps, solved } = begin([refused({ kind: "visible" })]);
    await submit();
    expect([steps, solved]).toEqual([["visible"], []]);
  });

  it("waits for a visible captcha if the silent one fails", async () => {
    const { submit, steps, shown } = begin([refused()], () => Promise.reject(new Error("no script")));
    await submit();
    expect(steps).toEqual(["silent", "visible"]);
    expect(shown).toEqual([undefined]);
  });

  it("reports why the visible captcha is required again", async () => {
    const unreachable = refused({ kind: "visible", reason: "provider" });
    const { gate, submit, steps } = begin([refused({ kind: "visible" }), refused({ kind: "visible" }), unreachable]);
    await submit();
    gate.setTokens({ recaptchaToken: "old" });
    await submit();
    gate.setTokens({ recaptchaToken: "unknown" });
    await submit();
    expect(steps).toEqual(["visible", "visible expired", "visible unreachable"]);
  });

  it("requires no captcha after other errors, thrown or returned", async () => {
    const thrown = Object.assign(new Error("captcha"), refused({ kind: "visible" }));
    const other = Object.assign(new Error("offline"), { kind: "network" });
    const { submit, steps } = begin([thrown, other]);
    await expect(submit()).rejects.toBe(thrown);
    await expect(submit()).rejects.toBe(other);
    expect(steps).toEqual(["visible", "over"]);
  });

  it("is not sent again after it was left", async () => {
    const first = refused();
    const { gate, submit, shown } = begin([first, success], async () => {
      gate.clear();
      return silentTokens;
    });
    expect(await submit()).toBe(first);
    expect(shown).toEqual([undefined]);
    expect(gate.getSnapshot()).toBeUndefined();
  });

  it("fails as without a captcha if the client has no captcha module", async () => {
    const gate = createCaptchaGate(undefined, "login");
    const answer = refused();
    expect(await gate.guard(async () => answer)).toBe(answer);
    expect(gate.getSnapshot()).toBeUndefined();
  });
});
