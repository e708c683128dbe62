import type { PollViewRole } from "@porchlight/contract/blog/reactions/poll";
import { pollViewRoles } from "@porchlight/contract/blog/reactions/poll";
import type { RichContent, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/** A poll in a post. Missing settings default to the strictest value. */
export interface Poll {
  id: string;
  optionIds: string[];
  creatorId: string | undefined;
  viewers: PollViewRole;
  membersOnly: boolean;
  multiple: boolean;
  showsCounts: boolean;
  showsVoters: boolean;
  isClosed: boolean;
}

/** The first poll whose id, or whose node's id, is `pollId`. */
export function findPoll(content: RichContent, pollId: string): Poll | undefined {
  const stack: RichContentNode[] = content.nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "POLL" && (node.pollData?.poll?.id || node.id) === pollId) return parsePoll(node, pollId);
    for (const child of node.nodes.toReversed()) stack.push(child);
  }
  return undefined;
}

/** PostgreSQL text cannot contain NUL. */
const storableId = (id: string | null | undefined) => (id?.includes("\0") ? undefined : id);

function parsePoll({ pollData }: RichContentNode, id: string): Poll {
  const { options, settings, creatorId } = pollData?.poll ?? {};
  const { permissions, showVoters, showVotesCount } = settings ?? {};
  const view = permissions?.view;
  return {
    id,
    optionIds: [
      ...new Set(
        (Array.isArray(options) ? options : []).map((option, index) => storableId(option?.id) || String(index)),
      ),
    ],
    creatorId: creatorId ?? undefined,
    viewers: pollViewRoles.find((role) => role === view) ?? "CREATOR",
    membersOnly: permissions?.vote !== "ALL",
    multiple: permissions?.allowMultipleVotes === true,
    showsCounts: showVotesCount !== false,
    showsVoters: showVoters === true,
    isClosed: settings?.closed === true,
  };
}
