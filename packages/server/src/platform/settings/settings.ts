import { captchaDemands, captchaKinds, captchaProviders } from "@porchlight/contract/auth/captcha/captcha";
import { enrollableFactorTypes } from "@porchlight/contract/auth/mfa/factor";
import { userVerifications } from "@porchlight/contract/auth/passkeys/passkey";
import { postRatingsValues } from "@porchlight/contract/blog/reactions/rating";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { type CheckoutIntent, callbackNames, checkoutIntents } from "@porchlight/contract/redirects/redirect-session";
import { z } from "zod";
import type { Secrets } from "../crypto/secrets.ts";
import { isSingleLine, languages } from "../i18n/texts.ts";
import { declaredFieldList, findTemplateProblem, isDomain, navigationList } from "./setting-formats.ts";
import { isTimeZone } from "./time-zone.ts";

/** An image stored by `uploadLogo`. */
export interface LogoImage {
  /** Id in the media store. */
  id: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Documentation of a setting. Texts are Markdown; links are relative to `docs/reference`. */
interface SettingHelp {
  values: string;
  meaning: string;
  /** The part that applies a change only at its next start. */
  appliedAtStartOf?: "server" | "member site";
  /** Stored encrypted and never shown. */
  isSecret?: boolean;
}

/** Documentation of the settings in {@link settingGroups}. */
export const settingHelp = z.registry<SettingHelp>();

const members = {
  memberApproval: choice(
    ["everyone", "owner"],
    "everyone",
    "with `owner`, new members are pending until `member approve` or `member reject`, which notify them by email. You are not notified: check `member list --status PENDING`",
  ),
  emailVerification: choice(
    ["required", "off"],
    "required",
    "whether new members must verify their email before they can sign in",
  ),
  memberPrivacy: choice(
    ["private", "public"],
    "private",
    "whether the profiles of new members are public. Members change their own",
  ),
  memberDirectory: choice(
    ["off", "members", "everyone"],
    "off",
    "who sees the [member directory](../how-to/manage-members.md#member-directory) and profile pages of the member site",
    { appliedAtStartOf: "member site" },
  ),
  passwordMinLength: integer(8, 64, 8, "minimum length of passwords, in characters"),
  hideExisting: choice(
    ["off", "hosted", "on"],
    "hosted",
    "where a sign-up does not reveal that the email already has an account; its owner gets an email instead. `hosted`: on the hosted pages; `on`: also in the API",
  ),
  memberFields: offOr([], declaredFieldList, {
    values: 'a list of up to 50 names with `text`, `number`, or `date`, like `"Company:text, Birthday:date"`, or `off`',
    meaning:
      "the fields that the account page has in addition to names, phones, and addresses. Values of another type are rejected from then on, at sign-up too; existing values stay",
  }),
  memberPosts: choice(
    ["off", "review"],
    "off",
    "whether members may [submit posts](blog-drafts.md#posts-by-members), which an editor publishes or rejects",
  ),
};

const signInSecurity = {
  secondStep: choice(
    ["off", "optional", "required"],
    "optional",
    "whether members can, or must, use [multi-factor authentication](authentication.md). If required, members without a factor get a code by email",
  ),
  staffSecondStep: choice(
    ["optional", "required"],
    "optional",
    "whether staff must use multi-factor authentication in the [console](../how-to/manage-staff.md). If required, staff without a factor get a code by email",
  ),
  secondStepFactors: factorList(),
  passkeyVerification: choice(userVerifications, "preferred", "user verification for passkeys"),
  passkeyDomain: offOr(
    "",
    z
      .string()
      .toLowerCase()
      .refine(isDomain, "must be a domain without https:// and path, such as example.com, or off."),
    {
      values: "a domain like `example.com`, or `off` for the host of `PUBLIC_URL`",
      meaning: "the relying party domain of passkeys. Passkeys of a former domain stop working",
    },
  ),
  riskySignIns: choice(
    ["off", "ask"],
    "off",
    "whether a sign-in from a browser that the member has never used, or after more than five failures, requires a code by email if the member has no second factor",
  ),
  auditDays: integer(30, 3650, 180, "days that the [audit log](../operations/audit-log.md) is retained"),
  captcha: choice(
    captchaDemands,
    "off",
    "when sign-in, sign-up, and recovery emails require a [captcha](../operations/captcha.md)",
  ),
  captchaMode: choice(captchaKinds, "silent", "the minimum kind of captcha"),
  captchaProvider: choice(captchaProviders, "proof-of-work", "the captcha provider; `proof-of-work` needs no keys"),
  captchaInvisibleSiteKey: captchaKey("for the kind `silent`"),
  captchaInvisibleSecret: captchaKey("for the kind `silent`", { isSecret: true }),
  captchaVisibleSiteKey: captchaKey("for the kind `visible`"),
  captchaVisibleSecret: captchaKey("for the kind `visible`", { isSecret: true }),
};

const maxLineLength = 100;

const site = {
  siteName: offOr(
    "",
    z
      .string()
      .trim()
      .refine(
        (line) => isSingleLine(line, maxLineLength),
        `must have 1 to ${maxLineLength} characters on one line, or be off.`,
      ),
    {
      values: `1 to ${maxLineLength} characters, or \`off\` for the initial name`,
      meaning: "the name of the site",
      appliedAtStartOf: "member site",
    },
  ),
  brand: offOr(
    "",
    z
      .string()
      .regex(/^#?(?:[0-9a-f]{3}){1,2}$/i, "must be a color such as #3346c9, or off.")
      .transform((color) => {
        const digits = color.replace("#", "").toLowerCase();
        return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
      }),
    {
      values: "a color like `#3346c9`, or `off`",
      meaning: "the color of the member site and the [hosted pages](../how-to/brand-the-site.md)",
    },
  ),
  logo: logoImage("an image that [replaces the site's name](../how-to/brand-the-site.md#logo)"),
  logoDark: logoImage("the logo on dark pages"),
  ownerEmail: offOr(
    "",
    z
      .string()
      .trim()
      .regex(/^(?=.{1,254}$)[^\s@<>",;\p{Cc}]+@[^\s@<>",;\p{Cc}]+$/u, "must be an email address, or off."),
    {
      values: "an email address, or `off` for the address of `MAIL_FROM`",
      meaning: "where notices to the owner are sent, such as those about dead-lettered webhook deliveries",
    },
  ),
  language: choice(
    languages,
    "en",
    "language of the member site, of emails to members without a known language, and of new posts",
    { appliedAtStartOf: "server" },
  ),
  timeZone: z
    .string()
    .trim()
    .refine(isTimeZone, "must be the name of a time zone, such as Europe/Paris or UTC.")
    .default("UTC")
    .register(settingHelp, {
      values: "an IANA [time zone](https://data.iana.org/time-zones/tz-link.html), like `Europe/Paris`",
      meaning:
        "time zone of displayed dates, archive months, and scheduled times without a zone. After a change, posts close to the turn of a month may move to another archive month",
      appliedAtStartOf: "server",
    }),
  navigation: offOr([], navigationList, {
    values: 'up to eight labels and paths, like `"Tools:/collections/Tools, About:/blog/about"`, or `off`',
    meaning: "links in the header of the site",
  }),
};

const blogAndMedia = {
  postRatings: choice(postRatingsValues, "off", "who may [rate posts](blog.md#ratings)", {
    appliedAtStartOf: "member site",
  }),
  postRevisions: integer(0, 1000, 50, "stored [revisions](blog-drafts.md#status-and-actions) per post"),
  postRevisionDays: integer(1, 3650, 365, "days that revisions are retained; the newest is always retained"),
  uploadMebibytes: integer(
    1,
    1024,
    10,
    "maximum size of an [uploaded file](media.md) in MiB. An upload may take an hour, as long as it never stalls for 30 seconds; images stay limited to 10 MiB",
  ),
};

const forms = {
  submissionDays: integer(
    0,
    3650,
    0,
    "days that [submissions of forms](forms.md) are retained; `0`: until they are deleted",
  ),
  formCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three letters of ISO 4217, such as EUR.")
    .default("EUR")
    .register(settingHelp, {
      values: "a currency of ISO 4217, like `EUR`",
      meaning: "the currency of payments by forms",
    }),
  paymentSecret: offOr(
    "",
    z.string().regex(/^[\x21-\x7e]{32,500}$/, "must have at least 32 characters without spaces, or be off."),
    {
      values: "at least 32 characters, or `off`",
      meaning:
        "the secret with which your payment page signs [its reports](forms.md#payments). Stored encrypted and never shown again",
      isSecret: true,
    },
  ),
};

const checkoutRedirects = Object.fromEntries(
  Object.entries(checkoutIntents).map(([intent, names]) => [`${intent}Url`, checkoutUrl(names)]),
) as Record<`${CheckoutIntent}Url`, ReturnType<typeof checkoutUrl>>;

/** Settings by heading of the reference. Source: operator's interface, "Site settings". */
export const settingGroups = {
  Members: members,
  "Sign-in security": signInSecurity,
  Site: site,
  "Blog and media": blogAndMedia,
  Forms: forms,
  "Checkout redirects": checkoutRedirects,
};

const settingsSchema = z.object({
  ...members,
  ...signInSecurity,
  ...site,
  ...blogAndMedia,
  ...forms,
  ...checkoutRedirects,
});

/** The parsed values of all settings. */
export type SettingValues = z.output<typeof settingsSchema>;
/** The name of a setting. */
export type SettingName = keyof SettingValues;

/** The values of a new site. */
export const initialSettings: SettingValues = settingsSchema.parse({});

/** An invalid setting. The message is one sentence. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

const settingNames = settingsSchema.keyof();

/** @throws {SettingError} for an unknown setting. */
export function parseSettingName(name: string): SettingName {
  const { data } = settingNames.safeParse(name);
  if (data) return data;
  throw new SettingError(`There is no setting "${name}". There are: ${settingNames.options.join(", ")}.`);
}

/** @throws {SettingError} if `text` is not a valid value. */
export function parseSetting(name: SettingName, text: string): SettingValues[SettingName] {
  const { data, error } = settingsSchema.shape[name].safeParse(text);
  if (error) throw new SettingError(`"${name}" ${error.issues[0]?.message}`);
  return data;
}

/** Whether the setting is an image, which is set by its path or `off`. */
export function isLogoSetting(name: SettingName): name is "logo" | "logoDark" {
  return name === "logo" || name === "logoDark";
}

/** The part that applies a change of the setting only at its next start. */
export function appliedAtStartOf(name: SettingName): SettingHelp["appliedAtStartOf"] {
  return settingHelp.get(settingsSchema.shape[name])?.appliedAtStartOf;
}

function isSecret(name: SettingName): boolean {
  return settingHelp.get(settingsSchema.shape[name])?.isSecret === true;
}

/** Encrypts secret settings for storage. */
export function sealSetting<Value extends SettingValues[SettingName]>(
  secrets: Secrets,
  name: SettingName,
  value: Value,
): Value | string {
  if (!isSecret(name) || typeof value !== "string" || value === "") return value;
  return secrets.seal(value).toString("base64");
}

/** Formats a value for the owner. For secrets, shows only whether they are set. */
export function displaySetting(
  name: SettingName,
  value: SettingValues[SettingName],
): Exclude<SettingValues[SettingName], LogoImage | null> {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "off";
  if (typeof value === "object" && "id" in value) return `${mediaPath}${value.id}`;
  return isSecret(name) ? "set" : value;
}

function choice<const Value extends string>(
  values: readonly Value[],
  initial: NoInfer<Value>,
  meaning: string,
  help: Pick<SettingHelp, "appliedAtStartOf"> = {},
) {
  return z
    .enum(values, `must be one of: ${values.join(", ")}.`)
    .default(initial)
    .register(settingHelp, { values: values.map((value) => `\`${value}\``).join(", "), meaning, ...help });
}

function integer(minimum: number, maximum: number, initial: number, meaning: string) {
  const message = `must be an integer from ${minimum} to ${maximum}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message))
    .default(initial)
    .register(settingHelp, { values: `${minimum} to ${maximum}`, meaning });
}

/** A setting for which the text `off` means `empty`, which is also its initial value. */
function offOr<Value extends string | string[]>(
  empty: NoInfer<Value>,
  schema: z.ZodType<Value, string>,
  help: SettingHelp,
) {
  const off = z.literal("off").transform((): Value => empty);
  return z
    .union([off, schema], {
      error: ({ errors }) => (Array.isArray(errors) ? errors[1]?.[0]?.message : undefined),
    })
    .prefault("off")
    .register(settingHelp, help);
}

function factorList() {
  const values = enrollableFactorTypes.join(", ");
  return z
    .string()
    .transform((text) =>
      text
        .toUpperCase()
        .split(",")
        .map((item) => item.trim()),
    )
    .pipe(z.array(z.enum(enrollableFactorTypes, `must be a comma-separated list of: ${values}.`)))
    .transform((chosen) => enrollableFactorTypes.filter((type) => chosen.includes(type)))
    .default([...enrollableFactorTypes])
    .register(settingHelp, {
      values: `a list of \`${enrollableFactorTypes.join("`, `")}\``,
      meaning: "the allowed factors",
    });
}

function captchaKey(purpose: string, help: Pick<SettingHelp, "isSecret"> = {}) {
  const key = z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be the key of the provider, without spaces, or off.");
  const meaning = help.isSecret
    ? `the provider's secret key ${purpose}. Stored encrypted and never shown again`
    : `the provider's site key ${purpose}`;
  return offOr("", key, { values: "text, or `off`", meaning, ...help });
}

/** Values are stored by `uploadLogo`; as text, only `off` is valid. */
function logoImage(meaning: string) {
  return z
    .literal("off", "must be the path of a PNG, JPEG or WebP, or off.")
    .transform((): LogoImage | null => null)
    .default(null)
    .register(settingHelp, { values: "the path of a PNG, JPEG, or WebP, or `off`", meaning });
}

function checkoutUrl(names: readonly string[]) {
  const placeholders = [...names, ...callbackNames];
  const template = z.string().superRefine((text, context) => {
    const problem = findTemplateProblem(text, placeholders);
    if (problem) context.addIssue(problem);
  });
  return offOr("", template, {
    values: "an https URL, or `off`",
    meaning: `may contain ${names.map((name) => `\`{${name}}\``).join(", ")}`,
  });
}
