import { captchaKinds } from "@porchlight/contract/auth/captcha/captcha";
import * as z from "zod";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { type TextKey, wordsOf } from "../platform/i18n/texts.ts";
import { readSealed, writeSealed } from "./cookies/sealed-cookie.ts";
import type { FormPage } from "./form-page.ts";
import type { Problem } from "./views/problem.ts";

const values = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** A server of another version may have kept it, which has other texts. */
const key = z.custom<TextKey>((value) => typeof value === "string" && Object.hasOwn(wordsOf.en, value));

const keptSchema = z.object({
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

/** Long enough for a slow redirect. */
const lifeSeconds = 60;
/** Bytes. Browsers take 4,096 of a cookie, sealed and encoded; there are others beside it. */
const typedMaxLength = 2_000;
const neverKept = new Set(["password", "challengeId", "credential"]);

/**
 * Keeps why a form was refused, and what was typed into it, until its page is asked for by GET; encrypted, and without passwords.
 * Answers whether it could: somebody may have typed more than a cookie holds.
 */
export function keepProblem(page: FormPage, typed: Readonly<Record<string, string>>, problem: Problem): boolean {
  const kept = Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== "" && !neverKept.has(name)));
  if (Buffer.byteLength(JSON.stringify(kept)) > typedMaxLength) return false;
  writeSealed(page.context, page.cookies, nameFor(page), { typed: kept, problem }, lifeSeconds);
  return true;
}

/** What was kept for this page, once. */
export function takeProblem(page: FormPage): { typed: Record<string, string>; problem: Problem } | undefined {
  const name = nameFor(page);
  const kept = readSealed(page.context, page.cookies, name, keptSchema);
  if (kept && page.c.req.method === "GET") page.cookies.remove(name);
  return kept as ReturnType<typeof takeProblem>;
}

/** Each form of each sign-in has its own: two tabs do not get into each other's way. */
const nameFor = ({ href, boundTo }: FormPage) =>
  `problem-${hashSecret(`${href} ${boundTo}`).toString("base64url").slice(0, 16)}` as const;
