import * as z from "zod";
import { identityProfileSchema } from "./identity-schema.ts";
import { identityStatuses, pendingReasons, serverStates } from "./state.ts";

const identity = z
  .object({
    id: z.guid(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    status: z.object({ name: z.enum(identityStatuses), reasons: z.array(z.enum(pendingReasons)) }),
    emailVerified: z.boolean(),
    identityProfile: identityProfileSchema,
  })
  .meta({ id: "Identity", description: "A member as sign-in answers tell it." });

/** Answer of register, login, verify, resend and recover. */
export const stateMachineAnswer = z
  .object({
    state: z.enum(serverStates),
    sessionToken: z.string().optional().describe("With SUCCESS: good once, for five minutes, in a redirect session."),
    stateToken: z
      .string()
      .optional()
      .describe("With REQUIRE_EMAIL_VERIFICATION: hands the sign-in on to verify and resend, 15 minutes."),
    identity: identity.optional(),
    additionalData: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "StateMachineAnswer", description: "Where a sign-in stands." });

export const sessionsAnswer = z.object({
  sessions: z.array(
    z
      .object({
        id: z.guid(),
        current: z.boolean().describe("Whether it is the one that asks."),
        createdDate: z.iso.datetime().describe("When the member signed in."),
        lastActiveDate: z.iso.datetime().describe("When its access token was last renewed: once an hour while in use."),
        browser: z.string().nullable().describe("Such as `Firefox`; null when it was not recognised."),
        device: z.string().nullable().describe("What the browser ran on, such as `Windows` or `iPhone`."),
        app: z.object({ id: z.guid(), name: z.string() }).describe("The app that the member signed in to."),
      })
      .meta({ id: "MemberSession" }),
  ),
});

export const emptyAnswer = z.object({});

/** An HTTP answer inside the answer. */
export const rawHttpAnswer = z
  .object({
    statusCode: z.int(),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
    body: z.string().describe("Base64."),
  })
  .meta({ id: "RawHttpAnswer" });

export const validateEmailAnswer = z.object({ valid: z.boolean(), formatInvalid: z.boolean().optional() });

export const signOnAnswer = z.object({
  sessionToken: z
    .string()
    .optional()
    .describe("For the grant authorized_client: good once, for five minutes. Absent while the member may not sign in."),
  identity,
});

export const verificationAnswer = z.object({ verificationId: z.string() });

export const tokenAnswer = z
  .object({
    access_token: z.string().describe("Goes into the Authorization header as it is."),
    token_type: z.literal("Bearer"),
    expires_in: z.int().describe("Seconds."),
    refresh_token: z.string().describe("Gets the next tokens; may be good only once."),
  })
  .meta({ id: "Tokens" });

export const jwksAnswer = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal("sig") })),
});

export const tokenInfoAnswer = z.object({
  active: z
    .boolean()
    .describe("False, and nothing else, for a token that does not count or is not the caller's to ask for."),
  subjectType: z.enum(["VISITOR", "MEMBER"]).optional(),
  subjectId: z.guid().optional(),
  exp: z.string().optional().describe("Seconds since 1970."),
  iat: z.string().optional().describe("Seconds since 1970."),
  clientId: z.guid().optional(),
  siteId: z.guid().optional(),
  instanceId: z.guid().optional().describe("The site's id."),
});

export const userInfoAnswer = z.object({ sub: z.guid() });
