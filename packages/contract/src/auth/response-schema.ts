import * as z from "zod";
import { captchaDemands, captchaKinds, captchaProviders } from "./captcha/captcha.ts";
import { identityProfileSchema } from "./identity/schema.ts";
import { enrollableFactorTypes, factorStatuses, factorTypes, mfaReasons, secondFactorTypes } from "./mfa/factor.ts";
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

const passkeyChallenge = z
  .object({
    challengeId: z.guid(),
    publicKeyCredentialRequestOptionsJson: z
      .string()
      .describe("For `PublicKeyCredential.parseRequestOptionsFromJSON`; five minutes, once."),
  })
  .meta({ id: "PasskeyChallenge", description: "What a passkey is asked." });

export const passkeyOptionsResponse = z.object({ webauthn: passkeyChallenge });

/** Response of register, login, verify, resend and recover. */
export const stateMachineResponse = z
  .object({
    state: z.enum(serverStates),
    sessionToken: z.string().optional().describe("With SUCCESS: good once, for five minutes, in a redirect session."),
    stateToken: z
      .string()
      .optional()
      .describe(
        "With REQUIRE_EMAIL_VERIFICATION, REQUIRE_MFA and MFA_CHALLENGE: hands the sign-in on to the next step, 15 minutes.",
      ),
    identity: identity.optional(),
    additionalData: z.record(z.string(), z.unknown()).optional(),
    mfaChallengeData: z
      .object({
        factorType: z
          .enum(secondFactorTypes)
          .describe("The one to begin with; with MFA_CHALLENGE the one that a code is on its way for."),
        availableFactors: z.array(
          z.object({
            factorType: z.enum(secondFactorTypes),
            hint: z.string().optional().describe("Enough to be recognised by its owner."),
          }),
        ),
        reason: z.enum(mfaReasons).optional(),
        webauthn: passkeyChallenge.optional().describe("With MFA_CHALLENGE and the type WEBAUTHN."),
      })
      .optional()
      .describe("With REQUIRE_MFA and MFA_CHALLENGE: the second steps that the member can take."),
  })
  .meta({ id: "StateMachineAnswer", description: "Where a sign-in stands." });

const factor = z
  .object({
    id: z.guid().nullable().describe("Null for what cannot be removed by itself: the password."),
    type: z.enum(factorTypes),
    status: z.enum(factorStatuses),
    name: z.string().nullable(),
    hint: z.string().optional().describe("Where its codes go, in part."),
    browser: z.string().nullable().optional().describe("Of a passkey: where it was made, such as `Firefox`."),
    device: z.string().nullable().optional().describe("What that browser ran on, such as `Windows` or `iPhone`."),
    createdDate: z.iso.datetime(),
    lastUsedDate: z.iso.datetime().nullable(),
  })
  .meta({ id: "Factor", description: "A way of the member's to prove who they are." });

export const factorsResponse = z.object({
  factors: z.array(factor),
  recoveryCodesLeft: z.int(),
  usedRecoveryCodes: z
    .array(z.int())
    .describe("Which recovery codes were used, counted from 1 in the order in which they were told."),
  offered: z.array(z.enum(enrollableFactorTypes)).describe("What can be set up."),
  isRequired: z
    .boolean()
    .describe("Whether the site asks everybody for a second step: by mail whoever has set up none."),
});

const recoveryCodes = z.array(z.string()).describe("Told this once: each is good for one sign-in.");

const pushNumber = z
  .string()
  .optional()
  .describe("With type PUSH, until the device has answered: to be shown, for it is chosen there.");

export const addFactorResponse = z.object({
  factor,
  totp: z
    .object({
      secret: z.string().describe("Base32, for whoever types it in."),
      uri: z.string().describe("What authenticator apps read."),
      qrCode: z.string().describe("The same as a picture: a `data:` address of an SVG."),
    })
    .optional()
    .describe("With type TOTP."),
  pushNumber,
  webauthn: z
    .object({
      challengeId: z.guid(),
      publicKeyCredentialCreationOptionsJson: z
        .string()
        .describe("For `PublicKeyCredential.parseCreationOptionsFromJSON`; five minutes, once."),
    })
    .optional()
    .describe("With type WEBAUTHN."),
});
export const renameFactorResponse = z.object({ factor });
export const activateFactorResponse = z.object({ factor, pushNumber, recoveryCodes: recoveryCodes.optional() });
export const responsePushResponse = z.object({ approved: z.boolean().describe("False for a wrong number, too.") });
export const recoveryCodesResponse = z.object({ recoveryCodes });

export const sessionsResponse = z.object({
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

export const reauthenticateResponse = z.object({
  proved: z.boolean().describe("Otherwise a code is on its way, a device was asked, or the passkey is to answer."),
  pushNumber: z.string().optional().describe("With type PUSH, while the device has not answered."),
  webauthn: passkeyChallenge.optional().describe("With type WEBAUTHN."),
});

export const emptyResponse = z.object({});

/** An HTTP response as a value. */
export const rawHttpResponse = z
  .object({
    statusCode: z.int(),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
    body: z.string().describe("Base64."),
  })
  .meta({ id: "RawHttpAnswer" });

export const validateEmailResponse = z.object({ valid: z.boolean(), formatInvalid: z.boolean().optional() });

export const signOnResponse = z.object({
  sessionToken: z
    .string()
    .optional()
    .describe("For the grant authorized_client: good once, for five minutes. Absent while the member may not sign in."),
  identity,
});

export const verificationResponse = z.object({ verificationId: z.string() });

export const tokenResponse = z
  .object({
    access_token: z.string().describe("Goes into the Authorization header as it is."),
    token_type: z.literal("Bearer"),
    expires_in: z.int().describe("Seconds."),
    refresh_token: z.string().describe("Gets the next tokens; may be good only once."),
  })
  .meta({ id: "Tokens" });

export const jwksResponse = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal("sig") })),
});

export const tokenInfoResponse = z.object({
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

export const captchaSettingsResponse = z.object({
  demand: z.enum(captchaDemands).describe("When a captcha is asked for."),
  kind: z.enum(captchaKinds).describe("The least that is enough."),
  provider: z.enum(captchaProviders),
});

export const captchaTaskResponse = z.object({
  provider: z.enum(captchaProviders),
  proofOfWork: z
    .object({
      challenge: z.string().describe("Goes into the token, as it is, before a dot and the number."),
      salt: z.string().describe("Base64url."),
      iterations: z.int().describe("Of PBKDF2 with SHA-256, whose password is the number as text."),
      numbers: z.int().describe("The number lies below this one."),
      target: z.string().describe("What the number makes: 16 bytes in base64url."),
    })
    .optional()
    .describe("With proof-of-work."),
  siteKey: z.string().optional().describe("With every other provider."),
  scriptUrl: z.string().optional().describe("With every other provider: the script that shows its captcha."),
});

export const userInfoResponse = z.object({ sub: z.guid() });
