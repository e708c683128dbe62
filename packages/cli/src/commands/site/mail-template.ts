import { readFileSync } from "node:fs";
import type { AppContext } from "@porchlight/server";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface TemplateOptions extends CommonOptions {
  language?: string;
}

const nameIn = (context: AppContext, kind: string, { language }: TemplateOptions) =>
  server.parseMailTemplateName(kind, language ?? context.site.language);

/** `porchlight mail-template list` */
export async function listTemplates(io: Io, options: CommonOptions): Promise<void> {
  const mails = await withOperator(io, options, (context) => server.listMailTemplates(context, owner));
  const rows = mails.map(({ kind, placeholders, customLanguages }) => [
    kind,
    customLanguages.join(", "),
    placeholders.map((place) => `{${place}}`).join(" "),
  ]);
  printResult(io, { mails }, formatTable(["mail", "customized in", "placeholders"], rows));
}

/** `porchlight mail-template show <mail>` */
export async function showTemplate(io: Io, kind: string, options: TemplateOptions): Promise<void> {
  const shown = await withOperator(io, options, (context) =>
    server.getMailTemplate(context, owner, nameIn(context, kind, options)),
  );
  const { language, isCustom, placeholders, subject, text, html } = shown;
  const lines = [
    `${shown.kind}, ${language}: ${isCustom ? "customized" : "built in"}`,
    `Placeholders: ${placeholders.map((place) => `{${place}}`).join(" ")}`,
    `Subject: ${subject}`,
    text,
    ...(html === null ? [] : [html]),
  ];
  printResult(io, shown, lines.join("\n\n"));
}

interface SetTemplateOptions extends TemplateOptions {
  subject?: string;
  text?: string;
  html?: string;
}

/** `porchlight mail-template set <mail>` */
export async function setTemplate(io: Io, kind: string, options: SetTemplateOptions): Promise<void> {
  const { subject, text, html } = options;
  if (subject === undefined && text === undefined && html === undefined)
    throw new Failure("There is nothing to set: add --subject, --text or --html.");
  const words = {
    ...(subject !== undefined && { subject }),
    ...(text !== undefined && { text: readWords(text) }),
    ...(html !== undefined && { html: readWords(html) }),
  };
  const name = await withOperator(io, options, async (context) => {
    const named = nameIn(context, kind, options);
    await server.setMailTemplate(context, owner, named, words);
    return named;
  });
  printResult(
    io,
    { ...name, set: Object.keys(words) },
    `The mail "${name.kind}" in "${name.language}" leaves with your words from now on. Look at it: porchlight mail-template preview ${name.kind} --language ${name.language}`,
  );
}

function readWords(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file === "-" ? 0 : file));
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(`The file "${file}" is not written in UTF-8.`);
    throw new Failure(`The file "${file}" cannot be read. Is the path right?`);
  }
}

/** `porchlight mail-template reset <mail>` */
export async function resetTemplate(io: Io, kind: string, options: TemplateOptions): Promise<void> {
  const outcome = await withOperator(io, options, async (context) => {
    const name = nameIn(context, kind, options);
    return { ...name, wasOwn: await server.resetMailTemplate(context, owner, name) };
  });
  const said = outcome.wasOwn ? "has its built-in words again" : "had its built-in words already";
  printResult(io, outcome, `The mail "${outcome.kind}" in "${outcome.language}" ${said}.`);
}

/** `porchlight mail-template preview <mail>` */
export async function previewTemplate(io: Io, kind: string, options: TemplateOptions): Promise<void> {
  const preview = await withOperator(io, options, (context) =>
    server.previewMailTemplate(context, owner, nameIn(context, kind, options)),
  );
  const { subject, text, inboxUrl } = preview;
  const place = inboxUrl === undefined ? "" : `\nIn the development inbox: ${inboxUrl}`;
  printResult(io, preview, `Subject: ${subject}\n\n${text}${place}`);
}
