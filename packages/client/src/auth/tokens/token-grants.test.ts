import { describe, expect, it } from "vitest";
import { createEnvironment } from "../../environment.ts";
import { createTokenGrants, isRefreshTokenRejected } from "./token-grants.ts";
import type { RefreshToken } from "./tokens.ts";

const held: RefreshToken = { value: "HELD", role: "member" };
const now = Date.UTC(2030, 0, 1);

/** Grants of a token endpoint that answers so. */
function grantsOf(body: unknown, status = 200) {
  const lives: number[] = [];
  const grants = createTokenGrants(
    {
      hosts: { api: "https://api.example", edge: "https://api.example" },
      environment: createEnvironment({ now: () => now }),
      fetch: async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    },
    { clientId: "app" },
    (_token, life) => lives.push(life),
  );
  return { grants, lives };
}

/** JSON that no program can walk through to its end. */
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

describe("an answer of the token endpoint", () => {
  it.each([
    [{ refresh_token: "NEXT" }, "NEXT"],
    [{}, "HELD"],
    [{ refresh_token: null }, "HELD"],
    [{ refresh_token: 5 }, "HELD"],
    [{ refresh_token: "" }, "HELD"],
  ])("with %j leaves the member with the refresh token %s", async (told, value) => {
    const tokens = await grantsOf({ access_token: "A", expires_in: 60, ...told }).grants.refresh(held);
    expect(tokens.refreshToken).toEqual({ value, role: "member" });
  });

  it.each([
    [600, 600],
    ["600", 600],
    [undefined, 3600],
    [null, 3600],
    ["soon", 3600],
    [-5, 3600],
  ])("with expires_in %j makes a token of %i seconds", async (given, life) => {
    const { grants, lives } = grantsOf({ access_token: "A", expires_in: given });
    const { accessToken } = await grants.anonymous();
    expect([accessToken.expiresAt, lives]).toEqual([now / 1000 + life, [life]]);
  });

  it.each([200, 400, 503])("that is nested too deep is an error of ours, with status %i", async (status) => {
    const { grants } = grantsOf(`{"error":${deep}}`, status);
    await expect(grants.refresh(held)).rejects.toMatchObject({ name: "PorchlightError", code: "MALFORMED_RESPONSE" });
  });

  it("is waited for 5 seconds unless the caller says otherwise", async () => {
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
    await expect(grants.refresh(held, { timeoutMs: 1_000 })).rejects.toMatchObject({ kind: "timeout" });
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
  ])("%j with status %i is a refusal: %s", async (body, status, refused) => {
    const error: unknown = await grantsOf(body, status)
      .grants.refresh(held)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "PorchlightError", status });
    expect(isRefreshTokenRejected(error)).toBe(refused);
    expect(JSON.stringify(error)).not.toContain("HELD");
  });
});
