import * as z from "zod";
import { listSecurityEventsRequest } from "../../auth/account/schema.ts";
import { factorsResponse, sessionsResponse } from "../../auth/response-schema.ts";
import { guid, languageTag, singleLineText } from "../../wire/value-schema.ts";

const name = singleLineText(100).optional();

export const listMemberSecurityEventsRequest = listSecurityEventsRequest.extend({ params: z.object({ id: guid }) });
export const endMemberSessionRequest = z.object({ params: z.object({ id: guid, sessionId: guid }) });
export const removeMemberFactorRequest = z.object({ params: z.object({ id: guid, factorId: guid }) });
export const inviteMemberRequest = z.object({
  body: z.object({
    email: z.string().max(1000),
    firstName: name,
    lastName: name,
    language: languageTag.optional(),
  }),
});

export const memberAccountResponse = z.object({
  account: z.object({
    hasPassword: z.boolean(),
    factors: factorsResponse.shape.factors,
    recoveryCodesLeft: factorsResponse.shape.recoveryCodesLeft,
    sessions: sessionsResponse.shape.sessions,
    passwordEmailDate: z.iso.datetime().optional(),
    factorsResetDate: z.iso.datetime().optional(),
  }),
});
export const inviteMemberResponse = z.object({ member: z.object({ id: guid, email: z.string() }) });
export const viewAsMemberResponse = z.object({ path: z.string(), expiresDate: z.iso.datetime() });
