import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { authentication, verification } from "@porchlight/client/auth";
import { draftPosts, posts } from "@porchlight/client/blog";
import { collections, items } from "@porchlight/client/data";
import { members } from "@porchlight/client/members";
import { fetchFrom, pageOf } from "../conformance/running-server.ts";
import { type InboxMessage, newAddress, until } from "../product.ts";
import type { Cluster, ClusterNode } from "./topology/cluster.ts";

/** Sends requests of the public address to `target`: a node, or the load balancer by default. */
function fetchVia(cluster: Cluster, target: { node?: ClusterNode }, send = fetch): typeof fetch {
  return (input, init) => {
    const url = (input instanceof Request ? input.url : String(input)).replace(
      cluster.url,
      target.node?.url ?? cluster.url,
    );
    const request = input instanceof Request ? new Request(url, input) : new Request(url, init);
    for (const [name, value] of Object.entries(newAddress())) request.headers.set(name, value);
    return send(request);
  };
}

/** A client of a visitor whose requests go to any node; `to` selects the node of the next requests. */
export function visitorOf(cluster: Cluster) {
  const target: { node?: ClusterNode } = {};
  const client = createClient({
    host: cluster.url,
    fetch: fetchVia(cluster, target, fetchFrom(cluster.origin)),
    environment: pageOf(cluster.origin),
    auth: OAuthStrategy({ clientId: cluster.clientId }),
    modules: { authentication, verification, members, posts, items },
  });
  const to = (node?: ClusterNode) => {
    if (node) target.node = node;
    else delete target.node;
    return client;
  };
  return { client, to };
}

/** A client with the API key of the cluster. Default: through the load balancer. */
export function ownerOf(cluster: Cluster, node?: ClusterNode) {
  return createClient({
    host: cluster.url,
    fetch: fetchVia(cluster, { ...(node && { node }) }),
    auth: ApiKeyStrategy({ apiKey: cluster.key }),
    modules: { draftPosts, posts, items, collections, members },
  });
}

/** Messages to an address, oldest first, as one node sees them. */
export async function inboxOf(node: ClusterNode, to: string): Promise<InboxMessage[]> {
  return (await (await fetch(`${node.url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as InboxMessage[];
}

/** The code in the first message to an address. */
export const codeFor = (node: ClusterNode, to: string): Promise<string> =>
  until(async () => (await inboxOf(node, to))[0]?.code, `the code for ${to}`);
