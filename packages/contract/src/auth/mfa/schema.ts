import * as z from "zod";
import { guid, singleLineText } from "../../wire/value-schema.ts";
import { passkeyAssertion, passkeyAttestation } from "../passkeys/schema.ts";
import { enrollableFactorTypes, secondFactorTypes } from "./factor.ts";

const codeData = z.object({ code: z.string().max(64) }).optional();
/** Without a code: sends one. */
const sentCodeData = z.object({ code: z.string().max(64).optional() }).optional();

/** Source: spec §7, `POST /v2/{factorType}/verify`; recordings, mfa. */
export const verifyFactorRequest = z.object({
  params: z.object({ factorType: z.enum(secondFactorTypes) }),
  body: z.object({
    factorType: z.string().max(40).optional(),
    stateToken: z.string().min(1).max(1000),
    rememberThisDevice: z.boolean().optional(),
    totpData: codeData,
    recoveryCodeData: codeData,
    emailData: sentCodeData,
    smsData: sentCodeData,
    callData: sentCodeData,
    pushData: z.object({}).optional(),
    webauthnData: passkeyAssertion,
  }),
});
export type VerifyFactorRequest = z.infer<typeof verifyFactorRequest>;

export const addFactorRequest = z.object({
  body: z.object({
    type: z.enum(enrollableFactorTypes),
    name: singleLineText(100).optional(),
    phoneNumber: z.string().max(40).optional().describe("With SMS and CALL: E.164, such as +442079460000."),
  }),
});
export type AddFactorRequest = z.infer<typeof addFactorRequest>;

export const activateFactorRequest = z.object({
  params: z.object({ factorId: guid }),
  body: z.object({
    code: z.string().max(64).optional().describe("Omit to send another one."),
    webauthnData: passkeyAttestation.describe("With type WEBAUTHN."),
  }),
});
export type ActivateFactorRequest = z.infer<typeof activateFactorRequest>;

/** Sent by the program that forwards push notifications, or by the device itself. */
export const answerPushRequest = z.object({
  body: z.object({
    pushToken: z.string().min(1).max(1000).describe("From the push notification."),
    approved: z.boolean(),
    number: z.string().max(10).optional().describe("The number selected by the member."),
  }),
});
export type AnswerPushRequest = z.infer<typeof answerPushRequest>;

export const removeFactorRequest = z.object({ params: z.object({ factorId: guid }) });
export type RemoveFactorRequest = z.infer<typeof removeFactorRequest>;

/** The password, or another of the `ways` of `REAUTHENTICATION_REQUIRED`. */
export const reauthenticateRequest = z.object({
  body: z
    .object({
      password: z.string().max(5000).optional(),
      factorType: z.enum(secondFactorTypes).optional().describe("Instead of the password."),
      code: z.string().max(64).optional().describe("Omit to send one, or to prompt a device."),
      webauthnData: passkeyAssertion.describe("With type WEBAUTHN; omit to get the challenge."),
    })
    .refine(({ password, factorType }) => (password === undefined) !== (factorType === undefined), {
      path: ["password"],
      message: "must be there, or factorType",
    }),
});
export type ReauthenticateRequest = z.infer<typeof reauthenticateRequest>;
