import * as z from "zod";
import { guid, queryInteger } from "../../wire/value-schema.ts";

export const listSecurityEventsRequest = z.object({
  query: z.object({ limit: queryInteger(1, 100).optional(), before: guid.optional() }),
});

export const securityEventsResponse = z.object({
  events: z.array(
    z
      .object({
        id: z.guid(),
        event: z.string().describe("The event, such as `signed-in`; a newer server may send other names."),
        date: z.iso.datetime(),
        by: z.enum(["member", "visitor", "owner", "key", "server"]),
        browser: z.string().nullable().describe("Such as `Firefox`; null if it was not recognized or there was none."),
        device: z.string().nullable().describe("Operating system or device, such as `Windows` or `iPhone`."),
      })
      .meta({ id: "SecurityEvent" }),
  ),
  hasMore: z.boolean().describe("Whether there are older events; pass the last id as `before` to read them."),
});

export const endSessionRequest = z.object({ params: z.object({ sessionId: guid }) });

const emailChange = z.object({ email: z.string(), expiresDate: z.iso.datetime() }).meta({ id: "EmailChange" });

export const accountSummaryResponse = z.object({
  authoredItems: z.number().int().describe("Posts that remain, without an author, when the account is deleted."),
  hasPassword: z.boolean(),
  emailChange: emailChange.optional().describe("A new email that is not confirmed yet."),
});
export const emailChangeResponse = z.object({ emailChange });

/** Long enough that invalid input is reported as an invalid email rather than as too long. */
export const startEmailChangeRequest = z.object({ body: z.object({ email: z.string().max(1000) }) });
export const confirmEmailChangeRequest = z.object({ body: z.object({ code: z.string().max(64) }) });
