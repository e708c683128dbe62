import { describe, expect, it } from "vitest";
import { memberSessions, securityEvents } from "../auth/index.ts";
import { createClient, OAuthStrategy } from "../index.ts";
import { members } from "../members/index.ts";

/** A client of a server whose answers say yes and nothing else. */
const clientOf = (answer: object) =>
  createClient({
    host: "https://members.example",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { members, memberSessions, securityEvents },
    fetch: async (input) =>
      Response.json(String(input).endsWith("/oauth2/token") ? { access_token: "A", expires_in: 3600 } : answer),
  });

describe("an answer without what was asked for", () => {
  it.each([{}, { sessions: null }, { sessions: {} }])("is no list of sessions: %j", async (answer) => {
    await expect(clientOf(answer).memberSessions.listSessions()).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { events: {} }])("is no list of events: %j", async (answer) => {
    await expect(clientOf(answer).securityEvents.listSecurityEvents()).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });

  it.each([{}, { member: null }])("is no changed member: %j", async (answer) => {
    await expect(clientOf(answer).members.updateMember("ID", {})).rejects.toMatchObject({
      kind: "contract",
      code: "MALFORMED_RESPONSE",
    });
  });
});
