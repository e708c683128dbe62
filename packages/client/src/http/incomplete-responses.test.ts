import { describe, expect, it } from "vitest";
import { memberSessions, securityEvents } from "../auth/index.ts";
import { createClient, OAuthStrategy } from "../index.ts";
import { members } from "../members/index.ts";

/** A client whose server returns success without data. */
const clientOf = (body: object) =>
  createClient({
    host: "https://members.example",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { members, memberSessions, securityEvents },
    fetch: async (input) =>
      Response.json(String(input).endsWith("/oauth2/token") ? { access_token: "A", expires_in: 3600 } : body),
  });

describe("an incomplete response", () => {
  it.each([{}, { sessions: null }, { sessions: {} }])("is rejected as a list of sessions: %j", async (body) => {
    await expect(clientOf(body).memberSessions.listSessions()).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { events: {} }])("is rejected as a list of events: %j", async (body) => {
    await expect(clientOf(body).securityEvents.listSecurityEvents()).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { member: null }])("is rejected as an updated member: %j", async (body) => {
    await expect(clientOf(body).members.updateMember("ID", {})).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });
});
