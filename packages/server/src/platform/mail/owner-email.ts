import type { Settings } from "../settings/settings-store.ts";

/** The setting `ownerEmail`, or else the sender address of the site. */
export async function getOwnerEmail(context: {
  settings: Pick<Settings, "read">;
  config: { mailFrom: string };
}): Promise<string> {
  const { mailFrom } = context.config;
  const { ownerEmail } = await context.settings.read();
  return ownerEmail || (/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom);
}
