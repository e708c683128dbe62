import { captchaKinds } from "@porchlight/contract/auth/captcha/captcha";
import * as z from "zod";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { builtInTexts, type TextKey } from "../platform/i18n/texts.ts";
import { readSealed, writeSealed } from "./cookies/sealed-cookie.ts";
import type { HostedPage } from "./hosted-page.ts";
import type { Problem } from "./views/problem.ts";

interface FormLocation extends HostedPage {
  href: string;
  /** The flow that the form belongs to. */
  boundTo: string;
}

const values = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** A server of another version, with other text keys, may have stored the cookie. */
const key = z.custom<TextKey>((value) => typeof value === "string" && Object.hasOwn(builtInTexts.en, value));

const storedProblemSchema = z.object({
  typed: z.record(z.string(), z.string()),
  problem: z.object({
    status: z.number(),
    issues: z
      .array(z.object({ key, values, field: z.string().optional(), alsoMarks: z.string().optional() }))
      .optional(),
    notice: z.object({ key, values, kind: z.enum(["warning", "danger"]) }).optional(),
    retryAfter: z.number().optional(),
    captcha: z.enum(captchaKinds).optional(),
    requestId: z.string().optional(),
  }),
});

/** Covers a slow redirect. */
const ttlSeconds = 60;
/** Browsers limit a cookie to 4,096 bytes after encryption and encoding. */
const maxInputBytes = 2_000;
const secretFields = new Set(["password", "challengeId", "credential"]);

/**
 * Stores the problem and the input of a form, without passwords, in an encrypted cookie until the page is loaded.
 *
 * @returns false if the input is too long for a cookie.
 */
export function storeProblem(page: FormLocation, typed: Readonly<Record<string, string>>, problem: Problem): boolean {
  const input = Object.fromEntries(
    Object.entries(typed).filter(([name, text]) => text !== "" && !secretFields.has(name)),
  );
  if (Buffer.byteLength(JSON.stringify(input)) > maxInputBytes) return false;
  writeSealed(page.context, page.cookies, cookieNameFor(page), { typed: input, problem }, ttlSeconds);
  return true;
}

/** Returns the stored problem of this page and deletes it. */
export function consumeProblem(page: FormLocation): { typed: Record<string, string>; problem: Problem } | undefined {
  const name = cookieNameFor(page);
  const stored = readSealed(page.context, page.cookies, name, storedProblemSchema);
  if (stored && page.c.req.method === "GET") page.cookies.remove(name);
  return stored as ReturnType<typeof consumeProblem>;
}

/** One cookie per form and sign-in, so that tabs do not interfere. */
const cookieNameFor = ({ href, boundTo }: FormLocation) =>
  `problem-${hashSecret(`${href} ${boundTo}`).toString("base64url").slice(0, 16)}` as const;
