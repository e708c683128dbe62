import { parseSetting, readSettings, settingName, writeSetting } from "@porchlight/server";
import { answer, type Io } from "../io.ts";
import { type CommonOptions, withOperator } from "../operator.ts";

/** `porchlight setting get [name]` */
export async function getSetting(io: Io, name: string | undefined, options: CommonOptions): Promise<void> {
  const only = name === undefined ? undefined : settingName(name);
  const values = await withOperator(io, options, (deps) => readSettings(deps.db, deps.site.id));
  if (only !== undefined) return answer(io, { [only]: values[only] }, String(values[only]));
  answer(
    io,
    values,
    Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join("\n"),
  );
}

/** `porchlight setting set <name> <value>` */
export async function setSetting(io: Io, name: string, text: string, options: CommonOptions): Promise<void> {
  const known = settingName(name);
  const value = parseSetting(known, text);
  await withOperator(io, options, (deps) => writeSetting(deps.db, deps.site.id, known, value, deps.now()));
  const hint = known === "language" ? "\nA running server follows at its next start." : "";
  answer(io, { [known]: value }, `${known} ${value}${hint}`);
}
