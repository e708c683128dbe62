import * as z from "zod";
import { stateMaxLength } from "../limits.ts";
import { guid, line } from "../wire-types.ts";
import { prompts, responseModes } from "./redirect-session.ts";

/** Source: spec §3, "Auth request"; RFC 6749 §4.1.1, RFC 7636 §4.3. */
export const authRequestSchema = z.object({
  clientId: guid,
  redirectUri: z.string().min(1).max(2048).nullish(),
  codeChallenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be the unpadded base64url SHA-256 of the code verifier"),
  codeChallengeMethod: z.literal("S256"),
  responseMode: z.enum(responseModes).nullish(),
  responseType: z.literal("code"),
  scope: line(200).nullish(),
  state: line(stateMaxLength).min(1),
  sessionToken: z.string().max(1000).nullish(),
});

/** One intent a request; what the others of spec §3 need comes with them. */
export const redirectSessionRequest = z.object({
  body: z
    .object({
      auth: z.object({ authRequest: authRequestSchema, prompt: z.enum(prompts).nullish() }).optional(),
      logout: z.object({ clientId: guid }).optional(),
      callbacks: z.object({ postFlowUrl: z.string().max(2048).nullish() }).optional(),
    })
    .refine(({ auth, logout }) => (auth === undefined) !== (logout === undefined), {
      error: "must hold one intent: auth or logout",
      path: ["auth"],
    }),
});
