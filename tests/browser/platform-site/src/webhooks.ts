import { posts } from "@wix/blog";
import { AppStrategy, createClient } from "@wix/sdk";

/** Handles deliveries of the site's events: run on a server. */
export function createHook(appId: string, publicKey: string) {
  const titles: (string | null | undefined)[] = [];
  const client = createClient({ auth: AppStrategy({ appId, publicKey }), modules: { posts } });
  client.posts.onPostCreated(({ entity, metadata }) => {
    titles.push(`${entity.title}, ${metadata.slug}`);
  });
  return {
    titles,
    async receive(request: Request): Promise<Response> {
      try {
        await client.webhooks.processRequest(request);
        return new Response(null, { status: 200 });
      } catch {
        return new Response(null, { status: 400 });
      }
    },
  };
}
