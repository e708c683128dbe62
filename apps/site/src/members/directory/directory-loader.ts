import type { Member } from "@porchlight/client/members";
import { data, type LoaderFunctionArgs, type RouterContextProvider } from "react-router";
import { type Problem, toProblem } from "../../shell/problem.ts";
import { clientContext, isMemberContext, reportContext, settingsContext } from "../../site.ts";

const membersPerPage = 24;
/** The server's limits. */
const maxSearchLength = 100;
const maxOffset = 100_000;

/** A member as shown to readers. */
export interface ListedMember {
  id: string;
  slug: string;
  name: string | null;
  title: string | undefined;
  photo: { url: string; width: number; height: number } | undefined;
  /** When the member joined. */
  since: Date;
}

export interface DirectoryData {
  /** The search words; empty for all members. */
  words: string;
  members: ListedMember[];
  total: number;
  /** URLs of the previous and next page. */
  before?: string | undefined;
  after?: string | undefined;
  /** Why the members could not be loaded; absent if they were. */
  problem?: Problem;
}

export interface ProfileData {
  member: ListedMember;
  /** Paragraphs of the text about the member. */
  about: string[];
}

/** Responds with 404 without a directory, and with 403 to readers who must sign in first. */
function requireDirectory(context: Readonly<RouterContextProvider>): void {
  const audience = context.get(settingsContext).memberDirectory;
  if (!audience) throw data(null, { status: 404 });
  if (audience === "members" && !context.get(isMemberContext)()) throw data(null, { status: 403 });
}

/** Members that match `?q=`, starting at `?from=`. */
export async function directoryLoader({ request, context }: LoaderFunctionArgs) {
  requireDirectory(context);
  const { searchParams } = new URL(request.url);
  const words = [...(searchParams.get("q") ?? "").replace(/\p{Cc}/gu, " ").trim()].slice(0, maxSearchLength).join("");
  const offset = readOffset(searchParams.get("from"));
  const nextOffset = offset + membersPerPage;
  try {
    const { directory } = context.get(clientContext);
    const { members, pagingMetadata } = await directory.search(words, { limit: membersPerPage, offset });
    return data<DirectoryData>({
      words,
      members: members.map(toListedMember),
      total: pagingMetadata.total ?? members.length,
      before: offset > 0 ? directoryPath(words, Math.max(0, offset - membersPerPage)) : undefined,
      after: pagingMetadata.hasNext && nextOffset <= maxOffset ? directoryPath(words, nextOffset) : undefined,
    });
  } catch (error) {
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<DirectoryData>({ words, members: [], total: 0, problem }, { status: problem.status });
  }
}

/** The profile page of the member with the slug `:slug`. */
export async function profileLoader({ params, context }: LoaderFunctionArgs): Promise<ProfileData> {
  requireDirectory(context);
  const { directory } = context.get(clientContext);
  const found = await directory.findBySlug(params["slug"] ?? "").catch((error: unknown) => {
    // The server rejected the slug: it is too long, or contains a control character.
    throw Object(error).kind === "invalid" ? data(null, { status: 404 }) : error;
  });
  if (!found) throw data(null, { status: 404 });
  const about = await directory.findAbout(found._id).catch((error: unknown) => {
    context.get(reportContext)(error);
    return undefined;
  });
  return { member: toListedMember(found), about: (about?.nodes ?? []).map(plainText).filter(Boolean) };
}

/**
 * The text of a node of rich content, without its format: members write it, and no editor reviews links and embedded
 * pages.
 */
function plainText(node: unknown): string {
  if (typeof node !== "object" || node === null) return "";
  if ("textData" in node && typeof node.textData === "object" && node.textData !== null && "text" in node.textData)
    return typeof node.textData.text === "string" ? node.textData.text : "";
  return "nodes" in node && Array.isArray(node.nodes) ? node.nodes.map(plainText).join("") : "";
}

function toListedMember({ _id, _createdDate, profile }: Member): ListedMember {
  const { slug, nickname, title, photo } = profile;
  return { id: _id, slug: slug ?? "", name: nickname, title, photo: photo && size(photo), since: _createdDate };
}

const size = ({ url, width, height }: { url: string; width: number; height: number }) => ({ url, width, height });

/** An offset from an untrusted URL. */
function readOffset(text: string | null): number {
  return /^\d{1,6}$/.test(text ?? "") ? Math.min(Number(text), maxOffset) : 0;
}

/** The URL of the member directory. */
export function directoryPath(words: string, offset = 0): string {
  const query = new URLSearchParams({ ...(words && { q: words }), ...(offset > 0 && { from: String(offset) }) });
  return query.size > 0 ? `/members?${query}` : "/members";
}
