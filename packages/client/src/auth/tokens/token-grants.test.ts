import { describe, expect, it } from "vitest";
import { createEnvironment } from "../../environment.ts";
import { createTokenGrants, isRefreshTokenRejected } from "./token-grants.ts";
import type { RefreshToken } from "./tokens.ts";

const storedToken: RefreshToken = { value: "HELD", role: "member" };
const now = Date.UTC(2030, 0, 1);

/** Grants with a fixed response of the token endpoint. */
function grantsOf(body: unknown, status = 200) {
  const lives: number[] = [];
  const grants = createTokenGrants(
    {
      hosts: { api: "https://api.example", edge: "https://api.example" },
      environment: createEnvironment({ now: () => now }),
      fetch: async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    },
    { clientId: "app" },
    (_token, lifetimeSeconds) => lives.push(lifetimeSeconds),
  );
  return { grants, lives };
}

/** JSON too deep for recursion. */
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

describe("a response of the token endpoint", () => {
  it.each([
    [{ refresh_token: "NEXT" }, "NEXT"],
    [{}, "HELD"],
    [{ refresh_token: null }, "HELD"],
    [{ refresh_token: 5 }, "HELD"],
    [{ refresh_token: "" }, "HELD"],
  ])("with %j leaves the member with the refresh token %s", async (responseToken, value) => {
    const tokens = await grantsOf({ access_token: "A", expires_in: 60, ...responseToken }).grants.refresh(storedToken);
    expect(tokens.refreshToken).toEqual({ value, role: "member" });
  });

  it.each([
    [600, 600],
    ["600", 600],
    [undefined, 3600],
    [null, 3600],
    ["soon", 3600],
    [-5, 3600],
  ])("with expires_in %j gives a token lifetime of %i seconds", async (expiresIn, lifetimeSeconds) => {
    const { grants, lives } = grantsOf({ access_token: "A", expires_in: expiresIn });
    const { accessToken } = await grants.anonymous();
    expect([accessToken.expiresAt, lives]).toEqual([now / 1000 + lifetimeSeconds, [lifetimeSeconds]]);
  });

  it.each([200, 400, 503])("that is nested too deeply is a PorchlightError, with status %i", async (status) => {
    const { grants } = grantsOf(`{"error":${deep}}`, status);
    await expect(grants.refresh(storedToken)).rejects.toMatchObject({
      name: "PorchlightError",
      code: "MALFORMED_RESPONSE",
    });
  });

  it("times out after 5 seconds by default", async () => {
    const waits: number[] = [];
    const grants = createTokenGrants(
      {
        hosts: { api: "https://api.example", edge: "https://api.example" },
        environment: createEnvironment({
          setTimeout(run, milliseconds) {
            waits.push(milliseconds);
            setImmediate(run);
          },
        }),
        fetch: () => new Promise(() => {}),
      },
      { clientId: "app" },
      () => {},
    );
    await expect(grants.exchangeCode({ code: "C", codeVerifier: "V" })).rejects.toMatchObject({ kind: "timeout" });
    await expect(grants.refresh(storedToken, { timeoutMs: 1_000 })).rejects.toMatchObject({ kind: "timeout" });
    expect(waits).toEqual([5_000, 1_000]);
  });

  it.each([
    [{ error: "invalid_grant" }, 400, true],
    ["<html>", 400, false],
    ["", 401, true],
    ["<html>", 401, false],
    [{ error: "invalid_client" }, 401, true],
    [{ error: "x" }, 403, false],
    [{ error: "x" }, 429, false],
    ["<html>", 502, false],
    [{ refresh_token: "R" }, 200, false],
    [{ refresh_token: "R", access_token: "" }, 200, false],
    ["<html>", 200, false],
    [null, 200, false],
  ])("%j with status %i counts as rejected: %s", async (body, status, refused) => {
    const error: unknown = await grantsOf(body, status)
      .grants.refresh(storedToken)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "PorchlightError", status });
    expect(isRefreshTokenRejected(error)).toBe(refused);
    expect(JSON.stringify(error)).not.toContain("HELD");
  });
});
