import { type FileHandle, open } from "node:fs/promises";
import { brandAccents } from "@porchlight/contract/site/brand-colors";
import type { LogoSetting } from "@porchlight/contract/site/site-settings";
import type { AppContext } from "@porchlight/server";
import {
  displaySetting,
  isLogoSetting,
  MediaWriteError,
  maxLogoBytes,
  parseSetting,
  parseSettingName,
  readSettings,
  type SettingName,
  updateSetting,
  uploadLogo,
} from "@porchlight/server/operations";
import { describeFileFailure } from "../../runtime/data-dir.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

/** `porchlight setting get [name]` */
export async function getSetting(io: Io, name: string | undefined, options: CommonOptions): Promise<void> {
  const only = name === undefined ? undefined : parseSettingName(name);
  const stored = await withOperator(io, options, (context) => readSettings(context.db, context.site.id));
  const values = Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, displaySetting(parseSettingName(key), value)]),
  );
  if (only !== undefined) return printResult(io, { [only]: values[only] }, String(values[only]));
  printResult(
    io,
    values,
    Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join("\n"),
  );
}

/** `porchlight setting set <name> <value>` */
export async function setSetting(io: Io, name: string, text: string, options: CommonOptions): Promise<void> {
  const settingName = parseSettingName(name);
  if (isLogoSetting(settingName) && text !== "off") return setPicture(io, settingName, text, options);
  const value = parseSetting(settingName, text);
  await withOperator(io, options, (context) => updateSetting(context, owner, settingName, value), { begins: true });
  const shown = displaySetting(settingName, value);
  printResult(io, { [settingName]: shown }, `${settingName} ${shown}${hintFor(settingName, String(value))}`);
}

async function setPicture(io: Io, name: LogoSetting, path: string, options: CommonOptions): Promise<void> {
  const bytes = await readPicture(path);
  const save = async (context: AppContext) => {
    const picture = await uploadLogo(context, owner, bytes).catch((error: unknown) => {
      throw error instanceof MediaWriteError ? describeFileFailure(context.config.mediaDir, error.cause) : error;
    });
    await updateSetting(context, owner, name, picture);
    return { picture, hasLogo: (await readSettings(context.db, context.site.id)).logo !== null };
  };
  const { picture, hasLogo } = await withOperator(io, options, save, { begins: true });
  const shown = displaySetting(name, picture);
  const hints = [
    ...(hasLogo || name === "icon"
      ? []
      : ["It is shown once there is a logo for light pages: porchlight setting set logo <file>"]),
    ...(picture.id.endsWith(".webp") && name !== "icon"
      ? ["Some mail programs show no WebP, and the site's name instead."]
      : []),
  ];
  printResult(io, { [name]: shown }, [`${name} ${shown}`, ...hints].join("\n"));
}

async function readPicture(path: string): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    // One byte more than the limit shows that the file is too large.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLogoBytes + 1));
    return buffer.subarray(0, bytesRead);
  } catch {
    throw new Failure(`The file "${path}" cannot be read. Is the path right?`);
  } finally {
    await file?.close();
  }
}

function hintFor(name: SettingName, value: string): string {
  if (name !== "brand" || value === "") return "";
  const { light, dark } = brandAccents(value);
  const isAdjusted = light.accent !== value || dark.accent !== value;
  return isAdjusted ? `\nSo that text can be read, pages use ${light.accent} in light and ${dark.accent} in dark.` : "";
}
