import { describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { createClock } from "./clock.ts";

const hour = 3_600_000;

/** A machine whose clock can be set. */
function createMachine() {
  let passed = 0;
  let set = Date.UTC(2030, 0, 1);
  const setBacks: number[] = [];
  return {
    setBacks,
    clock: createClock(
      (milliseconds) => setBacks.push(milliseconds),
      () => set + passed,
      () => passed,
    ),
    wait: (milliseconds: number) => (passed += milliseconds),
    set: (milliseconds: number) => (set += milliseconds),
  };
}

describe("createClock", () => {
  it("returns the system time, also after it is set forward", () => {
    const { clock, wait, set } = createMachine();
    expect(clock().toISOString()).toBe("2030-01-01T00:00:00.000Z");
    wait(1_500);
    expect(clock().toISOString()).toBe("2030-01-01T00:00:01.500Z");
    set(hour);
    expect(clock().toISOString()).toBe("2030-01-01T01:00:01.500Z");
  });

  it("continues when the system clock is set back, and reports it once", () => {
    const { clock, wait, set, setBacks } = createMachine();
    const before = clock().getTime();
    set(-hour);
    expect(clock().getTime()).toBe(before);
    wait(60_000);
    expect(clock().getTime()).toBe(before + 60_000);
    wait(1_000);
    expect(clock().getTime()).toBe(before + 61_000);
    expect(setBacks).toEqual([hour]);
    set(2 * hour);
    expect(clock().getTime()).toBe(before + 61_000 + hour);
  });

  it("does not report small corrections", () => {
    const { clock, set, setBacks } = createMachine();
    const before = clock().getTime();
    for (let correction = 0; correction < 5; correction++) {
      set(-100);
      clock();
    }
    expect(clock().getTime()).toBe(before);
    expect(setBacks).toEqual([]);
  });

  it("does not revive expired secrets when the system clock is set back", async () => {
    const machine = createMachine();
    const server = await createTestServer({ now: machine.clock });
    await createMember(server.context, { kind: "owner" }, { email: "ada@example.com", password: goodPassword });
    const steps = await createSignInSteps(server);
    const { sessionToken } = (await steps.login("ada@example.com")).body;
    const { stateToken } = (await steps.register("grace@example.com")).body;
    const [code] = await steps.codes("grace@example.com");
    machine.wait(16 * 60_000);
    expect((await steps.verify(stateToken, code!)).status).toBe(400);
    machine.set(-hour);
    expect((await steps.verify(stateToken, code!)).status).toBe(400);
    const session = await steps.redirectSession({ sessionToken });
    expect(await steps.posted(session.body.redirectSession.fullUrl)).toMatchObject({ error: "login_required" });
    expect((await steps.login("ada@example.com")).body.state).toBe("SUCCESS");
  });
});
