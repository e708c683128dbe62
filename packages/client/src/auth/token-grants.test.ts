import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { createTokenGrants, isRefusal } from "./token-grants.ts";
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

describe("an answer of the token endpoint", () => {
  it.each([
    [{ refresh_token: "NEXT" }, "NEXT"],
    [{}, "HELD"],
    [{ refresh_token: null }, "HELD"],
    [{ refresh_token: 5 }, "HELD"],
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
  ])("with expires_in %j makes a token of %i seconds", async (given, life) => {
    const { grants, lives } = grantsOf({ access_token: "A", expires_in: given });
    const { accessToken } = await grants.anonymous();
    expect([accessToken.expiresAt, lives]).toEqual([now / 1000 + life, [life]]);
  });

  it.each([
    [{ error: "invalid_grant" }, 400, true],
    ["<html>", 400, false],
    ["", 401, true],
    [{ error: "invalid_client" }, 401, true],
    [{ error: "x" }, 403, false],
    [{ error: "x" }, 429, false],
    ["<html>", 502, false],
    [{ refresh_token: "R" }, 200, false],
    ["<html>", 200, false],
    [null, 200, false],
  ])("%j with status %i is a refusal: %s", async (body, status, refused) => {
    const error: unknown = await grantsOf(body, status)
      .grants.refresh(held)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "PorchlightError", status });
    expect(isRefusal(error)).toBe(refused);
    expect(JSON.stringify(error)).not.toContain("HELD");
  });
});
