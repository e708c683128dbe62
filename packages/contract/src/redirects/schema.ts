import * as z from "zod";
import { maxStateLength } from "../limits.ts";
import { guid, singleLineText } from "../wire/value-schema.ts";
import { prompts, responseModes } from "./redirect-session.ts";

export const redirectSessionResponse = z.object({
  redirectSession: z
    .object({
      id: z.guid(),
      fullUrl: z.string().describe("Target of the browser or the hidden frame."),
      urlDetails: z.object({ endpoint: z.string(), queryParams: z.record(z.string(), z.string()) }),
      sessionToken: z.string(),
      createdDate: z.iso.datetime(),
    })
    .meta({ id: "RedirectSession" }),
});

/** Source: spec §3, "Auth request"; RFC 6749 §4.1.1, RFC 7636 §4.3. */
export const authRequestSchema = z.object({
  clientId: guid,
  redirectUri: z.string().min(1).max(2048).nullish(),
  codeChallenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be the unpadded base64url SHA-256 of the code verifier"),
  codeChallengeMethod: z.literal("S256"),
  responseMode: z.enum(responseModes).nullish(),
  responseType: z.literal("code"),
  scope: singleLineText(200).nullish(),
  state: singleLineText(maxStateLength).min(1),
  sessionToken: z.string().max(1000).nullish(),
});

const url = z.string().max(2048).nullish();
const flag = z.boolean().nullish();
const parameters = z.record(z.string().max(100), z.string().max(500));
/** Parameters of a checkout page; values that are no text are sent as JSON. */
const checkout = z.looseObject({});

const intents = {
  auth: z.object({ authRequest: authRequestSchema, prompt: z.enum(prompts).nullish() }),
  login: z.object({}),
  logout: z.object({ clientId: guid }),
  bookingsCheckout: checkout,
  ecomCheckout: checkout,
  eventsCheckout: checkout,
  paidPlansCheckout: checkout,
  storesProduct: checkout,
  bookingsBook: checkout,
  ecomOrderPaymentRequest: checkout,
} as const;
const intentNames = Object.keys(intents) as (keyof typeof intents)[];

/** Exactly one intent per request. */
export const redirectSessionRequest = z.object({
  body: z
    .object({
      ...intents,
      callbacks: z.object({
        thankYouPageUrl: url,
        postFlowUrl: url,
        loginUrl: url,
        bookingsServiceListUrl: url,
        cartPageUrl: url,
        planListUrl: url,
      }),
      preferences: z.object({
        useGenericWixPages: flag,
        maintainIdentity: flag,
        checkIfPublish: flag,
        additionalQueryParameters: parameters.nullish(),
      }),
      origin: singleLineText(2048).nullish(),
    })
    .partial()
    .refine((body) => intentNames.filter((name) => body[name] !== undefined).length === 1, {
      error: `must hold one intent: ${intentNames.join(", ")}`,
      path: ["auth"],
    }),
});
