/** An in-memory API with the contract's wire format, for tests. */
export interface StubApi {
  /** Requested paths in order, with their tokens. */
  readonly calls: { method: string; path: string; search: string; token: string | null; forwardedFor: string | null }[];
  fetch(request: Request): Promise<Response>;
}

export interface StubAnswers {
  /** Responses that override the defaults, by path. */
  [path: string]: (request: Request) => Response | Promise<Response>;
}

export function createStubApi(special: StubAnswers = {}): StubApi {
  const calls: StubApi["calls"] = [];
  return {
    calls,
    async fetch(request) {
      const { pathname: path, search } = new URL(request.url);
      const token = request.headers.get("Authorization");
      const forwardedFor = request.headers.get("X-Forwarded-For");
      calls.push({ method: request.method, path, search, token, forwardedFor });
      const answer = special[path];
      if (answer) return answer(request);
      if (path === "/oauth2/token") return answerToken(await request.json());
      if (path === "/members/v1/members/my")
        return Response.json({ member: token?.includes("member") ? wireMember : undefined });
      if (path === "/v3/posts")
        return Response.json({ posts: [wirePost], metaData: { count: 1, offset: 0, total: 1 } });
      if (path === `/v3/posts/slugs/${wirePost.slug}`) return Response.json({ post: wirePost });
      if (path === "/blog/v3/categories")
        return Response.json({ categories: [], metaData: { count: 0, offset: 0, total: 0 } });
      if (path === "/blog/v2/stats/post/count")
        return Response.json({ stats: [{ periodStart: "2030-01-01T00:00:00.000Z", postCount: 1 }] });
      if (path === "/v3/posts/query") return Response.json({ posts: [], pagingMetadata: { count: 0 } });
      if (path.endsWith("/around")) return Response.json({ related: [] });
      return refusal(404, "POST_NOT_FOUND");
    },
  };
}

export function refusal(status: number, code: string): Response {
  const body = { message: code, details: { applicationError: { code, description: code, data: {} } } };
  return Response.json(body, { status, headers: { "x-wix-request-id": "request-1" } });
}

export function answerToken({ grantType, refreshToken }: { grantType: string; refreshToken?: string }): Response {
  if (grantType === "refresh_token" && refreshToken !== "member-refresh") return refusal(401, "UNAUTHENTICATED");
  const name = grantType === "anonymous" ? "visitor" : "member";
  return Response.json({
    access_token: `${name}-access-new`,
    token_type: "Bearer",
    expires_in: 14_400,
    refresh_token: `${name}-refresh`,
  });
}

export const wireMember = {
  id: "5a3d0d6e-0000-4000-8000-000000000001",
  loginEmail: "ana@example.com",
  loginEmailVerified: true,
  status: "APPROVED",
  privacyStatus: "PRIVATE",
  activityStatus: "ACTIVE",
  createdDate: "2030-01-02T03:04:05.000Z",
  updatedDate: "2030-01-02T03:04:05.000Z",
  profile: { nickname: "Ana </script><script>alert(1)</script>", slug: "ana" },
};

export const wirePost = {
  id: "5a3d0d6e-0000-4000-8000-000000000002",
  title: 'Lamps & "lights" </script><b>',
  slug: "lamps",
  excerpt: "What burns at night.",
  firstPublishedDate: "2030-01-02T03:04:05.000Z",
  lastPublishedDate: "2030-01-02T03:04:05.000Z",
  featured: true,
  pinned: false,
  categoryIds: [],
  tagIds: [],
  authors: ["Ana Lima"],
  minutesToRead: 2,
  language: "en",
  richContent: {
    nodes: [
      {
        type: "PARAGRAPH",
        id: "p1",
        nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "Once there was a lamp.", decorations: [] } }],
      },
    ],
  },
};
