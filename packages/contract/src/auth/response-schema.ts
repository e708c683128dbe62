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
  .meta({ id: "Identity", description: "A member in sign-in responses." });

const passkeyChallenge = z
  .object({
    challengeId: z.guid(),
    publicKeyCredentialRequestOptionsJson: z
      .string()
      .describe("For `PublicKeyCredential.parseRequestOptionsFromJSON`; valid once, for five minutes."),
  })
  .meta({ id: "PasskeyChallenge", description: "A challenge for a passkey." });

export const passkeyOptionsResponse = z.object({ webauthn: passkeyChallenge });

/** Response of register, login, verify, resend and recover. */
export const stateMachineResponse = z
  .object({
    state: z.enum(serverStates),
    sessionToken: z.string().optional().describe("With SUCCESS, for a redirect session; valid once, for five minutes."),
    stateToken: z
      .string()
      .optional()
      .describe(
        "With REQUIRE_EMAIL_VERIFICATION, REQUIRE_MFA and MFA_CHALLENGE: continues the sign-in; valid for 15 minutes.",
      ),
    identity: identity.optional(),
    additionalData: z.record(z.string(), z.unknown()).optional(),
    mfaChallengeData: z
      .object({
        factorType: z
          .enum(secondFactorTypes)
          .describe("The preferred factor; with MFA_CHALLENGE the one that was challenged."),
        availableFactors: z.array(
          z.object({
            factorType: z.enum(secondFactorTypes),
            hint: z.string().optional().describe("Partial address or number that its owner recognizes."),
          }),
        ),
        reason: z.enum(mfaReasons).optional(),
        webauthn: passkeyChallenge.optional().describe("With MFA_CHALLENGE and the type WEBAUTHN."),
      })
      .optional()
      .describe("With REQUIRE_MFA and MFA_CHALLENGE: the second factors available to the member."),
  })
  .meta({ id: "StateMachineAnswer", description: "The state of a sign-in." });

const factor = z
  .object({
    id: z.guid().nullable().describe("Null for the password, which cannot be removed."),
    type: z.enum(factorTypes),
    status: z.enum(factorStatuses),
    name: z.string().nullable(),
    hint: z.string().optional().describe("Partial target of its codes."),
    browser: z.string().nullable().optional().describe("Browser in which a passkey was created, such as `Firefox`."),
    device: z.string().nullable().optional().describe("Its operating system or device, such as `Windows` or `iPhone`."),
    createdDate: z.iso.datetime(),
    lastUsedDate: z.iso.datetime().nullable(),
  })
  .meta({ id: "Factor", description: "An authentication factor of the member." });

export const factorsResponse = z.object({
  factors: z.array(factor),
  recoveryCodesLeft: z.int(),
  usedRecoveryCodes: z.array(z.int()).describe("Used recovery codes, counted from 1 in the order they were issued."),
  offered: z.array(z.enum(enrollableFactorTypes)).describe("Factors that can be enrolled."),
  isRequired: z.boolean().describe("Whether the site requires MFA of all members: by email without another factor."),
});

const recoveryCodes = z.array(z.string()).describe("Returned only once; each is valid for one sign-in.");

const pushNumber = z
  .string()
  .optional()
  .describe("With type PUSH, until the device responds: to be displayed; the member selects it on the device.");

export const addFactorResponse = z.object({
  factor,
  totp: z
    .object({
      secret: z.string().describe("Base32, for manual entry."),
      uri: z.string().describe("For authenticator apps."),
      qrCode: z.string().describe("The same as an image: a `data:` URL of an SVG."),
    })
    .optional()
    .describe("With type TOTP."),
  pushNumber,
  webauthn: z
    .object({
      challengeId: z.guid(),
      publicKeyCredentialCreationOptionsJson: z
        .string()
        .describe("For `PublicKeyCredential.parseCreationOptionsFromJSON`; valid once, for five minutes."),
    })
    .optional()
    .describe("With type WEBAUTHN."),
});
export const renameFactorResponse = z.object({ factor });
export const activateFactorResponse = z.object({ factor, pushNumber, recoveryCodes: recoveryCodes.optional() });
export const responsePushResponse = z.object({ approved: z.boolean().describe("Also false for a wrong number.") });
export const recoveryCodesResponse = z.object({ recoveryCodes });

export const sessionsResponse = z.object({
  sessions: z.array(
    z
      .object({
        id: z.guid(),
        current: z.boolean().describe("Whether it is the session of this request."),
        createdDate: z.iso.datetime().describe("Time of the sign-in."),
        lastActiveDate: z.iso.datetime().describe("Last renewal of its access token; once an hour while in use."),
        browser: z.string().nullable().describe("Such as `Firefox`; null if it was not recognized."),
        device: z.string().nullable().describe("Operating system or device, such as `Windows` or `iPhone`."),
        app: z.object({ id: z.guid(), name: z.string() }).describe("The app that the member signed in to."),
      })
      .meta({ id: "MemberSession" }),
  ),
});

export const reauthenticateResponse = z.object({
  proved: z.boolean().describe("If false, a code was sent, a device was prompted, or the passkey is expected."),
  pushNumber: z.string().optional().describe("With type PUSH, until the device responds."),
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
    .describe("For the grant authorized_client; valid once, for five minutes. Absent if the member may not sign in."),
  identity,
});

export const verificationResponse = z.object({ verificationId: z.string() });

export const tokenResponse = z
  .object({
    access_token: z.string().describe("Send it unchanged in the Authorization header."),
    token_type: z.literal("Bearer"),
    expires_in: z.int().describe("Seconds."),
    refresh_token: z.string().describe("For the next tokens; may be valid only once."),
  })
  .meta({ id: "Tokens" });

export const jwksResponse = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal("sig") })),
});

export const tokenInfoResponse = z.union([
  z.object({ active: z.literal(false).describe("The token is invalid, or the caller may not introspect it.") }),
  z.object({
    active: z.literal(true),
    subjectType: z.enum(["VISITOR", "MEMBER"]),
    subjectId: z.guid(),
    exp: z.string().describe("Expiry, in seconds since 1970."),
    iat: z.string().describe("Time of issue, in seconds since 1970."),
    clientId: z.guid(),
    siteId: z.guid(),
    instanceId: z.guid().describe("The site's ID."),
  }),
]);

export const captchaSettingsResponse = z.object({
  demand: z.enum(captchaDemands).describe("When a captcha is required."),
  kind: z.enum(captchaKinds).describe("The minimum kind."),
  provider: z.enum(captchaProviders),
});

export const captchaTaskResponse = z.object({
  provider: z.enum(captchaProviders),
  proofOfWork: z
    .object({
      challenge: z.string().describe("First part of the token, followed by a dot and the number."),
      salt: z.string().describe("Base64url."),
      iterations: z.int().describe("Salt of PBKDF2 with SHA-256; the password is the number as text."),
      numbers: z.int().describe("Exclusive upper bound of the number."),
      target: z.string().describe("The derived key to find: 16 bytes in base64url."),
    })
    .optional()
    .describe("With proof-of-work."),
  siteKey: z.string().optional().describe("With every other provider."),
  scriptUrl: z.string().optional().describe("With every other provider: the URL of its script."),
});

export const userInfoResponse = z.object({ sub: z.guid() });
