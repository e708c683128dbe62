import * as z from "zod";

const emailChange = z.object({ email: z.string(), expiresDate: z.iso.datetime() }).meta({ id: "EmailChange" });

export const accountSummaryResponse = z.object({
  authoredItems: z.number().int().describe("Posts that stay without the member's name when the account is deleted."),
  hasPassword: z.boolean(),
  emailChange: emailChange.optional().describe("A new e-mail that is not confirmed yet."),
});
export const emailChangeResponse = z.object({ emailChange });

/** Long enough to be told as no e-mail rather than as too long. */
export const startEmailChangeRequest = z.object({ body: z.object({ email: z.string().max(1000) }) });
export const confirmEmailChangeRequest = z.object({ body: z.object({ code: z.string().max(64) }) });
