import { describe, expect, it } from "vitest";
import type { SignInResult } from "../member-client.ts";
import { createSessionStore } from "../session/session-store.ts";
import { errorResponse, stubServer } from "../stub-server.ts";
import type { AuthOperation } from "./auth-errors.ts";
import { createAuthFlow } from "./auth-flow.ts";
import { type AuthFormOptions, createAuthFormStore } from "./auth-form-store.ts";

const now = Date.UTC(2030, 0, 1);
const credentials = { email: "ada@example.com", password: "correct horse" };

function begin(
  answers: Parameters<typeof stubServer>[0],
  options: AuthFormOptions & { navigate?: (to: string) => void } = {},
  ceremony: AuthOperation = "signIn",
) {
  const { client, calls } = stubServer(answers);
  const session = createSessionStore(client, { role: "visitor" });
  session.connect();
  const flow = createAuthFlow(() => undefined);
  const attempt = createAuthFormStore<typeof credentials>({
    operation: ceremony,
    client,
    session,
    flow,
    send: (params): Promise<SignInResult> =>
      ceremony === "signUp" ? client.auth.register(params) : client.auth.login(params),
    options: () => options,
    now: () => now,
  });
  return { attempt, session, flow, calls };
}

const success = { body: { state: "SUCCESS", sessionToken: "session-token" } };

describe("a sign-in whose hidden frame is rejected", () => {
  const silent = Object.assign(new Error("The frame is silent."), { kind: "misconfigured", code: "FRAME_SILENT" });
  const slow = Object.assign(new Error("OAuth flow timed out"), { kind: "timeout", code: "FRAME_TIMEOUT" });

  function startRejected(
    moveToHosted: (sessionToken: string, returnTo: string | undefined) => Promise<unknown>,
    refused = silent,
  ) {
    const { client } = stubServer({ login: success });
    const moves: string[] = [];
    const attempt = createAuthFormStore<typeof credentials>({
      operation: "signIn",
      client: { auth: { ...client.auth, completeLogin: () => Promise.reject(refused) } },
      session: createSessionStore(client, { role: "visitor" }),
      flow: createAuthFlow(() => undefined),
      send: (params): Promise<SignInResult> => client.auth.login(params),
      options: () => ({ redirectTo: "/account", navigate: (to) => moves.push(to) }),
      now: () => now,
      moveToHosted,
    });
    return { attempt, moves };
  }

  it.each([
    ["silent", silent],
    ["too slow", slow],
  ])("continues at the hosted page with the session token if it is %s, and stays pending", async (_name, refused) => {
    const requested: unknown[] = [];
    const { attempt, moves } = startRejected(async (...request) => {
      requested.push(request, attempt.getSnapshot().isMovingToHosted);
    }, refused);
    expect(await attempt.submit(credentials)).toBe("SUCCESS");
    expect(requested).toEqual([["session-token", "/account"], true]);
    expect(attempt.getSnapshot()).toMatchObject({ isPending: true, isMovingToHosted: true });
    expect(moves).toEqual([]);
  });

  it("reports the frame's error if the hosted page is unavailable, too", async () => {
    const { attempt } = startRejected(() => Promise.reject(new Error("no way")));
    expect(await attempt.submit(credentials)).toBe("FAILURE");
    expect(attempt.getSnapshot()).toMatchObject({ isPending: false, error: { key: "auth.error.misconfigured" } });
    expect(attempt.getSnapshot().isMovingToHosted).toBeUndefined();
  });
});

describe("createAuthFormStore", () => {
  it("signs the member in, then calls onDone, then navigates", async () => {
    const steps: string[] = [];
    const { attempt, session, flow } = begin(
      { login: success },
      {
        redirectTo: "/account",
        onState: (state) => steps.push(state),
        onDone: async () => {
          await Promise.resolve();
          steps.push(`done as ${session.getSnapshot().role}`);
        },
        navigate: (to) => steps.push(to),
      },
    );
    flow.update({ email: credentials.email });
    expect(await attempt.submit(credentials)).toBe("SUCCESS");
    expect(steps).toEqual(["SUCCESS", "done as member", "/account"]);
    expect(attempt.getSnapshot()).toEqual({ state: "SUCCESS", error: null, isPending: false });
    expect(flow.getSnapshot().email).toBe("");
  });

  it("signs in a person who has left the screen, without navigating", async () => {
    const steps: string[] = [];
    const options = { redirectTo: "/account", onState: () => steps.push("state"), navigate: () => steps.push("moved") };
    const { attempt, session } = begin({ login: success }, options);
    const done = attempt.submit(credentials);
    for (const name of Object.keys(options)) delete options[name as keyof typeof options];
    await done;
    expect(session.getSnapshot().role).toBe("member");
    expect(steps).toEqual([]);
  });

  it("navigates even if the new session unmounts the screen", async () => {
    const visited: string[] = [];
    const options: AuthFormOptions & { navigate?: (to: string) => void } = {
      redirectTo: "/account",
      navigate: (to) => visited.push(to),
    };
    const { attempt, session } = begin({ login: success }, options);
    session.subscribe(() => {
      if (session.getSnapshot().role === "member") delete options.redirectTo;
    });
    await attempt.submit(credentials);
    expect(visited).toEqual(["/account"]);
  });

  it("does not navigate to another site", async () => {
    const visited: string[] = [];
    const options = { redirectTo: "//evil.example/x", navigate: (to: string) => visited.push(to) };
    await begin({ login: success }, options).attempt.submit(credentials);
    expect(visited).toEqual([]);
  });

  it("reports wrong credentials and allows another attempt", async () => {
    const { attempt, session } = begin({ login: errorResponse(401, "-19976") });
    expect(await attempt.submit(credentials)).toBe("FAILURE");
    expect(attempt.getSnapshot()).toMatchObject({ isPending: false, error: { key: "auth.error.credentials" } });
    expect(session.getSnapshot().role).toBe("visitor");
    expect(await attempt.submit(credentials)).toBe("FAILURE");
  });

  it("ignores a second submission while one is pending", async () => {
    const { attempt, calls } = begin({ login: errorResponse(401, "-19976") });
    const first = attempt.submit(credentials);
    expect(attempt.getSnapshot().isPending).toBe(true);
    expect(await attempt.submit(credentials)).toBe("INITIAL");
    await first;
    expect(calls.filter((call) => call === "login")).toHaveLength(1);
  });

  it("retains the state token for the code screen", async () => {
    const { attempt, flow } = begin(
      { register: { body: { state: "REQUIRE_EMAIL_VERIFICATION", stateToken: "st" } } },
      {},
      "signUp",
    );
    expect(await attempt.submit(credentials)).toBe("EMAIL_VERIFICATION_REQUIRED");
    expect(flow.getSnapshot()).toMatchObject({ stateToken: "st", codeSentAt: now });
  });

  it("waits for the owner's approval if the site requires it", async () => {
    const { attempt } = begin({ register: { body: { state: "REQUIRE_OWNER_APPROVAL" } } }, {}, "signUp");
    expect(await attempt.submit(credentials)).toBe("OWNER_APPROVAL_REQUIRED");
    expect(attempt.getSnapshot().error).toBeNull();
  });

  it("reports if no session can be created despite a correct password", async () => {
    const { attempt, session } = begin({
      login: success,
      "redirect-session": errorResponse(400, "REDIRECT_NOT_REGISTERED"),
    });
    expect(await attempt.submit(credentials)).toBe("FAILURE");
    expect(attempt.getSnapshot().error).toMatchObject({ key: "auth.error.misconfigured", display: "notice" });
    expect(session.getSnapshot().role).toBe("visitor");
  });

  it("ignores a result that arrives after a reset", async () => {
    const { attempt } = begin({ login: errorResponse(401, "-19976") });
    const first = attempt.submit(credentials);
    attempt.reset();
    expect(await first).toBe("INITIAL");
    expect(attempt.getSnapshot()).toEqual({ state: "INITIAL", error: null, isPending: false });
  });
});
