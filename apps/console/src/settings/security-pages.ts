import { text } from "../texts/text.ts";
import type { SettingPage } from "./setting-field.ts";

const signInPage: SettingPage = {
  path: "sign-in",
  title: text("Sign-up and sign-in"),
  description: text("Who may join, email verification, and passwords."),
  blocks: [
    {
      title: text("Joining"),
      description: text("Controls who can become a member. Existing members are not affected."),
      fields: [
        {
          name: "memberApproval",
          label: text("Who may join"),
          options: {
            everyone: { label: text("Everyone"), hint: text("New members can sign in right away.") },
            owner: { label: text("People you approve"), hint: text("New members wait until you approve them.") },
          },
        },
        {
          name: "emailVerification",
          label: text("Email verification"),
          options: {
            required: {
              label: text("Required"),
              hint: text("New members enter a code that is sent to their address."),
            },
            off: { label: text("Off"), hint: text("People can sign up with an address that is not theirs.") },
          },
        },
        {
          name: "hideExisting",
          label: text("Hide who has an account"),
          hint: text(
            "A sign-up with an address that has an account looks like any other; the owner of the address gets an email.",
          ),
          options: {
            off: {
              label: text("Off"),
              hint: text("The sign-up page shows that there is already an account with the address."),
            },
            hosted: { label: text("On the pages of the site") },
            on: { label: text("On the pages and in the API") },
          },
        },
      ],
    },
    {
      title: text("Passwords"),
      description: text("Sets the minimum length of new passwords. Common passwords are always rejected."),
      fields: [{ name: "passwordMinLength", label: text("Minimum length") }],
      note: (readValue) =>
        Number(readValue("passwordMinLength")) < 15 && readValue("secondStep") !== "required"
          ? text(
              "NIST SP 800-63B asks for at least 15 characters where a password is the only factor. Raise the length, or require a second factor.",
            )
          : undefined,
    },
  ],
};

const factorsPage: SettingPage = {
  path: "factors",
  title: text("Two-factor authentication"),
  description: text("Second factors of members and staff, and passkeys."),
  blocks: [
    {
      title: text("Second factor"),
      description: text("Asks for a second factor after the password, so that a stolen password is not enough."),
      fields: [
        {
          name: "secondStep",
          label: text("Members"),
          options: {
            off: { label: text("Off"), hint: text("Members sign in with their password only.") },
            optional: { label: text("Optional"), hint: text("Members may add a second factor.") },
            required: { label: text("Required"), hint: text("Members without a factor get a code by email.") },
          },
        },
        {
          name: "staffSecondStep",
          label: text("Staff"),
          options: {
            optional: { label: text("Optional"), hint: text("Staff may add a second factor.") },
            required: { label: text("Required"), hint: text("Staff without a factor get a code by email.") },
          },
        },
        {
          name: "secondStepFactors",
          label: text("Allowed factors"),
          hint: text("Members can no longer sign in with a factor that you do not allow."),
          options: {
            WEBAUTHN: { label: text("Passkey or security key") },
            TOTP: { label: text("Authenticator app") },
            PUSH: { label: text("Confirmation on a device") },
            SMS: { label: text("Text message") },
            CALL: { label: text("Phone call") },
            EMAIL: { label: text("Email") },
          },
        },
        {
          name: "riskySignIns",
          label: text("Unusual sign-ins"),
          options: {
            off: { label: text("Allow") },
            ask: {
              label: text("Ask for a code by email"),
              hint: text("After a sign-in from a new browser, or after more than five failures."),
            },
          },
        },
      ],
    },
    {
      title: text("Passkeys"),
      description: text("Controls how passkeys are verified, and for which domain they are valid."),
      fields: [
        {
          name: "passkeyVerification",
          label: text("Fingerprint, face or PIN"),
          options: {
            required: { label: text("Required") },
            preferred: { label: text("Preferred"), hint: text("Devices that support it ask for it.") },
            discouraged: { label: text("Not needed") },
          },
        },
        {
          name: "passkeyDomain",
          label: text("Domain"),
          hint: text("If empty, the domain of the server. Passkeys of a previous domain stop working."),
          invalid: text("Enter a domain without https:// and path, such as example.com."),
          placeholder: "example.com",
        },
      ],
    },
    {
      title: text("Audit log"),
      description: text("Sets how long the log of sign-ins and changes is stored."),
      fields: [{ name: "auditDays", label: text("Days") }],
    },
  ],
};

const usesKeys = (provider: unknown) => provider !== "proof-of-work";
const keyProblem = text("Enter the key of the provider, without spaces.");

const captchaPage: SettingPage = {
  path: "captcha",
  title: text("Captcha"),
  description: text("Prevents bots from signing up and guessing passwords."),
  blocks: [
    {
      title: text("Captcha"),
      description: text("Protects sign-in, sign-up and password reset from bots."),
      fields: [
        {
          name: "captcha",
          label: text("When"),
          options: {
            off: { label: text("Never") },
            afterFailures: { label: text("After failures"), hint: text("Only after several failed attempts.") },
            always: { label: text("Always") },
          },
        },
        {
          name: "captchaMode",
          label: text("Kind"),
          options: {
            silent: { label: text("Invisible"), hint: text("Runs in the background. Visitors see nothing.") },
            visible: { label: text("Visible"), hint: text("Visitors confirm that they are not a bot.") },
          },
        },
        {
          name: "captchaProvider",
          label: text("Provider"),
          hint: text("Other providers than the server itself see the addresses of your visitors."),
          options: {
            "proof-of-work": { label: text("This server"), hint: text("The browser solves a small puzzle. No keys.") },
            recaptcha: { label: "Google reCAPTCHA" },
            hcaptcha: { label: "hCaptcha" },
            turnstile: { label: "Cloudflare Turnstile" },
          },
        },
        ...(
          [
            ["captchaInvisibleSiteKey", text("Site key for the invisible captcha")],
            ["captchaInvisibleSecret", text("Secret key for the invisible captcha")],
            ["captchaVisibleSiteKey", text("Site key for the visible captcha")],
            ["captchaVisibleSecret", text("Secret key for the visible captcha")],
          ] as const
        ).map(([name, label]) => ({
          name,
          label,
          invalid: keyProblem,
          isShown: (readValue: (name: string) => unknown) => usesKeys(readValue("captchaProvider")),
        })),
      ],
    },
  ],
};

/** The pages of settings for the sign-in of members and staff. */
export const securityPages: readonly SettingPage[] = [signInPage, factorsPage, captchaPage];
