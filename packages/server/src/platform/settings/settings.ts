import { captchaDemands, captchaKinds, captchaProviders } from "@porchlight/contract/auth/captcha/captcha";
import { enrollableFactorTypes } from "@porchlight/contract/auth/mfa/factor";
import { userVerifications } from "@porchlight/contract/auth/passkeys/passkey";
import { commentsValues } from "@porchlight/contract/blog/comments/comment";
import { newsletterContents } from "@porchlight/contract/blog/newsletter/newsletter";
import { postRatingsValues } from "@porchlight/contract/blog/reactions/rating";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { type CheckoutIntent, checkoutIntents } from "@porchlight/contract/redirects/redirect-session";
import { type LogoSetting, logoSettings, siteThemes } from "@porchlight/contract/site/site-settings";
import { z } from "zod";
import type { Secrets } from "../crypto/secrets.ts";
import { languages } from "../i18n/texts.ts";
import { declaredFieldList, isDomain, singleLine } from "./setting-formats.ts";
import {
  captchaKey,
  checkoutUrl,
  choice,
  choices,
  integer,
  type LogoImage,
  logoImage,
  offOr,
  settingHelp,
} from "./setting-schema.ts";
import { authorList } from "./site-authors.ts";
import { cssDeclarations, homeSectionList, linkList } from "./site-formats.ts";
import { isTimeZone } from "./time-zone.ts";

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
  secondStepFactors: choices(enrollableFactorTypes, "the allowed factors"),
  passkeyVerification: choice(userVerifications, "preferred", "user verification for passkeys"),
  passkeyDomain: offOr(
    "",
    z
      .string()
      .toLowerCase()
      .refine(isDomain, "must be a domain without https:// and path, such as example.com, or off."),
    {
      values: "the host of `PUBLIC_URL`, a domain above it like `example.com`, or `off` for that host",
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
const maxTextLength = 300;

const site = {
  siteName: offOr("", singleLine(maxLineLength), {
    values: `1 to ${maxLineLength} characters, or \`off\` for the initial name`,
    meaning: "the name of the site",
  }),
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
  mailFooter: offOr("", singleLine(maxTextLength), {
    values: `1 to ${maxTextLength} characters, or \`off\``,
    meaning: "a line at the end of every email, such as the name and address of the operator",
  }),
  logo: logoImage("an image that [replaces the site's name](../how-to/brand-the-site.md#logo)"),
  logoDark: logoImage("the logo on dark pages"),
  icon: logoImage(
    "a square image that browsers show in tabs and bookmarks, and phones on the home screen. Others are cropped to a square",
  ),
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
    "main language: of the member site, of emails to recipients without a known language, and of new posts",
  ),
  languages: choices(
    languages,
    "languages of the [hosted pages](../how-to/brand-the-site.md) and of emails, in addition to the main language. Visitors get that of their browser, and recipients their own",
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
    }),
  theme: choice(siteThemes, "classic", "typography and layout of the [member site](../how-to/design-the-site.md)"),
  cssVariables: offOr("", cssDeclarations, {
    values: 'up to 50 declarations of custom properties, like `"--site-radius: 0; --page-width: 70rem"`, or `off`',
    meaning: "[custom properties](../how-to/design-the-site.md#css-variables) of the member site",
  }),
  navigation: offOr([], linkList, {
    values:
      'up to 12 labels with paths or https URLs, like `"Blog:/blog, Tools:/collections/Tools"`, or `off` for the blog and the search',
    meaning: "the links in the header of the site, in this order",
  }),
  footerLinks: offOr([], linkList, {
    values: 'up to 12 labels with paths or https URLs, like `"Imprint:/imprint, Privacy:/privacy"`, or `off`',
    meaning: "the links in the footer of the site",
  }),
  homeTitle: offOr("", singleLine(maxLineLength), {
    values: `1 to ${maxLineLength} characters, or \`off\` for the name of the site`,
    meaning: "the title of the home page",
  }),
  homeText: offOr("", singleLine(maxTextLength), {
    values: `1 to ${maxTextLength} characters, or \`off\` for the built-in text`,
    meaning: "the text below the title of the home page, and its description for search engines",
  }),
  homeSections: offOr([], homeSectionList, {
    values:
      "up to 12 of `intro`, `featured`, `latest`, `category:<slug>`, `collection:<id>`, `page:<slug>`, `categories`, and `join`, those with posts or items with an optional number of them, like `intro, latest:9, category:news:3, page:about`, or `off` for the built-in sections",
    meaning: "the sections of the home page, in this order",
  }),
};

const blogAndMedia = {
  authors: offOr("", authorList, {
    values:
      "a JSON list of up to 20 authors with `name`, and optionally `text` (up to 300 characters), `picture` (a path such as `/media/…`, or an https URL) and `link` (an https URL), or `off`",
    meaning: "author profiles, shown below posts and on author pages ([how-to](../how-to/design-the-site.md#authors))",
  }),
  postRatings: choice(postRatingsValues, "off", "who may [rate posts](blog.md#ratings)"),
  comments: choice(
    commentsValues,
    "off",
    "whether members may [comment on posts](../how-to/moderate-comments.md): with `approve-all`, each comment is published when you approve it; with `approve-first`, only those of members without a published comment wait; with `on`, none",
  ),
  newsletter: choice(
    ["off", "on"],
    "off",
    "whether members may [subscribe to new posts by email](../how-to/send-a-newsletter.md). While it is off, no emails are sent",
  ),
  newsletterContent: choice(
    newsletterContents,
    "excerpt",
    "whether the email of a post contains its excerpt or the whole post",
  ),
  newsletterDelay: integer(
    0,
    1440,
    5,
    "minutes from the publication of a post to its first email. Until then, the emails are canceled if you unpublish the post",
  ),
  newsletterRate: integer(
    1,
    6000,
    300,
    "maximum number of newsletter emails per minute. Set what your mail server allows",
  ),
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

const backups = {
  backupSchedule: choice(
    ["off", "daily", "weekly"],
    "off",
    "when [backups](../operations/backup-and-restore.md) are created without a request",
  ),
  backupTime: z
    .string()
    .trim()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, such as 03:00.")
    .default("03:00")
    .register(settingHelp, {
      values: "a time of day, like `03:00`",
      meaning: "the time of scheduled backups in the time zone of the site",
    }),
  backupWeekday: choice(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    "sunday",
    "the day of weekly backups",
  ),
  backupsKept: integer(
    1,
    365,
    7,
    "stored scheduled backups; older ones are deleted after each. Requested backups stay until you delete them",
  ),
};

const updates = {
  updateCheck: choice(
    ["off", "daily"],
    "off",
    "whether the server requests the newest version from the npm registry once a day, to announce it in the console. The request contains nothing about the site, but the registry sees the server's IP address",
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
  Backups: backups,
  Updates: updates,
  "Checkout redirects": checkoutRedirects,
};

const settingsSchema = z.object({
  ...members,
  ...signInSecurity,
  ...site,
  ...blogAndMedia,
  ...forms,
  ...backups,
  ...updates,
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
export function isLogoSetting(name: SettingName): name is LogoSetting {
  return logoSettings.some((one) => one === name);
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
