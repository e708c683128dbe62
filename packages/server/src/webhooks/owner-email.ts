import type { ServerContext } from "../platform/server-context.ts";

/** Where the site's owner is told of what needs them: the setting `ownerEmail`, else the address that mails come from. */
export async function getOwnerEmail({ settings, config }: Pick<ServerContext, "settings" | "config">): Promise<string> {
  const { ownerEmail } = await settings.read();
  return ownerEmail || (/<([^<>]+)>$/.exec(config.mailFrom)?.[1] ?? config.mailFrom);
}
