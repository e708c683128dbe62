import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import type { Post } from "@porchlight/contract/blog/posts/post";
import type { Form, FormDraft } from "@porchlight/contract/forms/form";
import { defaultFormNamespace } from "@porchlight/contract/forms/form-values";
import type { FormSubmission, SubmittedFile } from "@porchlight/contract/forms/submission";
import type { AuthRequest } from "@porchlight/contract/redirects/redirect-session";

/** An initial member. Default: ACTIVE, with a verified email. */
export interface MemberFixture {
  email: string;
  /** Default: `a long walk by the sea`. */
  password?: string;
  profile?: IdentityProfile;
  status?: IdentityStatus;
}

/** An initial post in wire format; omitted properties have plausible values. */
export type PostFixture = Partial<Post> & { title: string };

/** An initial form in wire format, as in the JSON file for `porchlight form create`. */
export type FormFixture = FormDraft & { id?: string };

/** Options of the contract stub. */
export interface StubOptions {
  members?: readonly MemberFixture[];
  posts?: readonly PostFixture[];
  /** Initial forms. */
  forms?: readonly FormFixture[];
  /** Whether sign-up requires email verification. Default: true. */
  emailVerification?: boolean;
  /** Whether sign-up requires the owner's approval. Default: false. */
  ownerApproval?: boolean;
}

export interface StubMember {
  readonly id: string;
  readonly email: string;
  readonly slug: string;
  readonly createdDate: string;
  updatedDate: string;
  password: string;
  profile: IdentityProfile;
  status: IdentityStatus;
  reasons: PendingReason[];
}

/** An email that a server would have sent. */
export interface StubEmail {
  to: string;
  kind: "verification" | "recovery";
  /** For a verification. */
  code?: string;
  /** For `recover`. */
  recoveryToken?: string;
}

/** The subject of a token: a visitor if there is no member. */
export interface Subject {
  memberId?: string;
  visitorId?: string;
}

export interface StubState {
  readonly members: StubMember[];
  readonly posts: Post[];
  readonly forms: Form[];
  /** With a key that repeated requests have in common. */
  readonly submissions: { submission: FormSubmission; key: string }[];
  /** Files that were uploaded for submissions. */
  readonly files: Map<string, SubmittedFile>;
  readonly emails: StubEmail[];
  readonly emailVerification: boolean;
  readonly ownerApproval: boolean;
  readonly accessTokens: Map<string, Subject>;
  readonly refreshTokens: Map<string, Subject>;
  /** Single-use secrets with their payloads. */
  readonly sessionTokens: Map<string, string>;
  readonly stateTokens: Map<string, { memberId: string; code: string }>;
  readonly recoveryTokens: Map<string, string>;
  readonly redirectSessions: Map<string, AuthRequest>;
  readonly codes: Map<string, { memberId: string; codeChallenge: string }>;
}

export const defaultPassword = "a long walk by the sea";
const firstPublishedAt = Date.UTC(2025, 0, 1);

export function createState({
  members = [],
  posts = [],
  forms = [],
  emailVerification = true,
  ownerApproval = false,
}: StubOptions): StubState {
  const state: StubState = {
    members: [],
    posts: [],
    forms: [],
    submissions: [],
    files: new Map(),
    emails: [],
    emailVerification,
    ownerApproval,
    accessTokens: new Map(),
    refreshTokens: new Map(),
    sessionTokens: new Map(),
    stateTokens: new Map(),
    recoveryTokens: new Map(),
    redirectSessions: new Map(),
    codes: new Map(),
  };
  for (const member of members) addMember(state, member);
  for (const post of posts) addPost(state, post);
  for (const form of forms) addForm(state, form);
  return state;
}

export const newSecret = (kind: string): string => `${kind}-${crypto.randomUUID()}`;

/** @throws {Error} if the email is taken, which a server would reject. */
export function addMember(
  state: StubState,
  { email, password = defaultPassword, profile = {}, status = "ACTIVE" }: MemberFixture,
  reasons: PendingReason[] = [],
): StubMember {
  const { members } = state;
  if (findMember(state, email)) throw new Error(`The stub has a member ${email} already.`);
  const at = new Date().toISOString();
  const id = crypto.randomUUID();
  const slug = `${slugOf(email.replace(/@.*/, "")) || "member"}${members.length || ""}`;
  const member = { id, email, slug, createdDate: at, updatedDate: at, password, profile, status, reasons };
  members.push(member);
  return member;
}

/** Untyped callers may pass any value; only text matches. */
export const findMember = ({ members }: StubState, email: unknown): StubMember | undefined =>
  members.find((member) => member.email.toLowerCase() === String(email).trim().toLowerCase());

export function addPost({ posts }: StubState, post: PostFixture): Post {
  const at = new Date(firstPublishedAt + posts.length * 86_400_000).toISOString();
  const slug = post.slug ?? unusedSlug(posts, post.language ?? "en", slugOf(post.title) || `post-${posts.length + 1}`);
  const added: Post = {
    id: crypto.randomUUID(),
    excerpt: "",
    slug,
    firstPublishedDate: at,
    lastPublishedDate: post.firstPublishedDate ?? at,
    featured: false,
    pinned: false,
    categoryIds: [],
    tagIds: [],
    hashtags: [],
    relatedPostIds: [],
    pricingPlanIds: [],
    commentingEnabled: true,
    membersOnly: false,
    minutesToRead: 1,
    language: "en",
    authors: [],
    preview: false,
    hasUnpublishedChanges: false,
    media: { displayed: false, custom: false },
    contentText: post.excerpt ?? "",
    richContent: { nodes: [] },
    metrics: { comments: 0, likes: 0, views: 0 },
    seoData: { tags: [] },
    url: { base: "https://site.test", path: `/blog/${slug}` },
    ...post,
  };
  posts.push(added);
  return added;
}

/** Fields, steps and rules without an id get one, as on the server. */
export function addForm({ forms }: StubState, fixture: FormFixture): Form {
  const at = new Date().toISOString();
  const withIds = <Part extends { id?: string }>(parts: readonly Part[] = []) =>
    parts.map((part) => ({ ...part, id: part.id ?? crypto.randomUUID() }));
  const { id = crypto.randomUUID(), name = null, enabled, namespace = defaultFormNamespace, ...definition } = fixture;
  const isEnabled = enabled ?? true;
  const { notifications: _notifications, extendedFields: _extendedFields, ...visible } = definition;
  const form: Form = {
    ...visible,
    ...{ id: id.toLowerCase(), name, namespace, enabled: isEnabled, revision: "1", createdDate: at, updatedDate: at },
    formFields: withIds(definition.formFields),
    steps: withIds(definition.steps),
    formRules: withIds(definition.formRules),
    ...{ kind: "REGULAR", properties: { name, disabled: !isEnabled }, postSubmissionTriggers: {} },
    ...{ deletedFormFields: [], fields: [], fieldsV2: [], rules: [], deletedFields: [], deletedFieldsV2: [] },
    ...{ nestedForms: [], fieldGroups: [] },
  };
  forms.push(form);
  return form;
}

/** Appends a number if another post has the slug, as the server does. */
function unusedSlug(posts: readonly Post[], language: string, baseSlug: string): string {
  const isTaken = (slug: string) => posts.some((post) => post.slug === slug && post.language === language);
  let slug = baseSlug;
  for (let number = 2; isTaken(slug); number++) slug = `${baseSlug}-${number}`;
  return slug;
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
