/** Site, hashes of a refresh token and of its successor → the session, renewed. */
export const bareRenewal = `
  with replaced as (
    update refresh_tokens set used_at = coalesce(used_at, now())
    where site_id = $1 and token_hash = $2 and coalesce(used_at, now()) > now() - interval '10 seconds'
    returning session_id
  ), added as (
    insert into refresh_tokens (site_id, token_hash, session_id) select $1, $3, session_id from replaced
    on conflict do nothing
  )
  update sessions s set renewed_at = now(), expires_at = now() + interval '30 days'
  from replaced where s.site_id = $1 and s.id = replaced.session_id and s.revoked_at is null and s.expires_at > now()
  returning s.id as session_id, s.subject_id, s.app_id`;

/** A post in wire format of about 2 kB, for calls without a database. */
export const stubPost = JSON.stringify({
  post: {
    id: "01980000-0000-7000-8000-000000000001",
    title: "A post of the stub server",
    excerpt: "How it begins",
    firstPublishedDate: "2026-05-06T07:08:09.123Z",
    lastPublishedDate: "2026-05-06T07:08:09.123Z",
    slug: "a-post-of-the-stub-server",
    featured: false,
    pinned: false,
    categoryIds: ["01980000-0000-7000-8000-000000000002"],
    authors: ["Ana Lima"],
    hashtags: ["lamps"],
    commentingEnabled: true,
    minutesToRead: 2,
    tagIds: ["01980000-0000-7000-8000-000000000003"],
    relatedPostIds: [],
    pricingPlanIds: [],
    language: "en",
    preview: false,
    hasUnpublishedChanges: false,
    media: { displayed: false, custom: false },
    contentText: "What burns at night has to be filled by day. ".repeat(30),
  },
});
