import { staffApiPath } from "@porchlight/contract/staff/sign-in-endpoints";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { referenceRoutes } from "./api-docs/routes.ts";
import { accountRoutes } from "./auth/account/routes.ts";
import { memberAccountRoutes } from "./auth/administration/routes.ts";
import { passkeyRoutes } from "./auth/passkeys/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { backupRoutes } from "./backups/routes.ts";
import { commentRoutes } from "./blog/comments/routes.ts";
import { draftRoutes } from "./blog/drafts/routes.ts";
import { feedRoutes } from "./blog/feeds/routes.ts";
import { htmlSandboxRoutes } from "./blog/html-sandbox/routes.ts";
import { importRoutes } from "./blog/import/jobs/routes.ts";
import { createLiveFeed } from "./blog/live/live-feed.ts";
import { liveRoutes } from "./blog/live/routes.ts";
import { newsletterRoutes } from "./blog/newsletter/routes.ts";
import { pageRoutes } from "./blog/pages/routes.ts";
import { likeRoutes, pollRoutes, ratingRoutes } from "./blog/reactions/routes.ts";
import { siteRedirectRoutes } from "./blog/redirects/routes.ts";
import { blogRoutes, discoveryRoutes } from "./blog/routes.ts";
import { socialCardRoutes } from "./blog/social-cards/routes.ts";
import { taxonomyRoutes } from "./blog/taxonomy/routes.ts";
import { transferRoutes } from "./data/import-export/routes.ts";
import { createDataFeed } from "./data/live/data-feed.ts";
import { dataRoutes } from "./data/routes.ts";
import { formRoutes } from "./forms/routes.ts";
import { submissionRoutes } from "./forms/submissions/routes.ts";
import { graphqlRoutes } from "./graphql/routes.ts";
import { healthRoutes } from "./health/health.ts";
import { siteHealthRoutes } from "./health/routes.ts";
import { authorizeRoute, hostedRoutes } from "./hosted-pages/routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { fileRoutes } from "./media/files/routes.ts";
import { mediaLibraryRoutes } from "./media/library/routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import { sizeRoutes } from "./media/sizes/routes.ts";
import { currentMemberRoute, membersRoutes } from "./members/routes.ts";
import { Refusal } from "./platform/context/errors.ts";
import { type IncomingRequest, runInRequestContext } from "./platform/context/request-context.ts";
import { createConsistency } from "./platform/db/consistency.ts";
import { createAuthenticate } from "./platform/http/authenticate.ts";
import { errorResponse } from "./platform/http/error-response.ts";
import { bodyLimits } from "./platform/http/read-body.ts";
import type { App, RequestGuard, RequestOrigin, RequestVariables } from "./platform/http/serve.ts";
import { isValidPath, pathOf } from "./platform/http/validate-path.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { measureRequests, metricsRoutes } from "./platform/metrics/routes.ts";
import { ipKey } from "./platform/rate-limits/ip-key.ts";
import type { ServerContext } from "./platform/server-context.ts";
import { redirectsRoutes } from "./redirects/routes.ts";
import { devInboxRoutes } from "./site-admin/dev-inbox/routes.ts";
import { devPaymentRoutes } from "./site-admin/dev-payment/routes.ts";
import { mailTemplateRoutes } from "./site-admin/mail-templates/routes.ts";
import { appRoutes, siteRoutes } from "./site-admin/routes.ts";
import { statisticsRoutes } from "./site-admin/statistics/routes.ts";
import type { AppContext } from "./sites/app-context.ts";
import { memberViewRoutes, setupRoutes, staffRoutes } from "./staff/routes.ts";
import { requireRecentStaffAuthentication, type StaffContext } from "./staff/staff-context.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** Bytes. Source: security requirements §2.2. */
const maxUrlBytes = 16 * 1024;

/**
 * Registers all routes. Order: request id, size limits, CORS, route, rate limit, authentication, use case, store.
 */
export function createApp(
  context: AppContext,
  metrics?: Metrics,
  { liveFeed, dataFeed } = { liveFeed: createLiveFeed(context), dataFeed: createDataFeed(context) },
): App {
  const app = createBareApp(context, metrics);
  const guard: RequestGuard = {
    limits: context.limits,
    authenticate: createAuthenticate(context),
    requireRecentAuthentication: (caller) => requireRecentStaffAuthentication(context, caller),
  };
  healthRoutes(app, context);
  if (metrics && !context.config.externalMetrics) metricsRoutes(app, metrics);
  devInboxRoutes(app, context);
  devPaymentRoutes(app, context);
  authRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  accountRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  memberAccountRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  passkeyRoutes(app, context);
  redirectsRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  hostedRoutes(app, context);
  membersRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  // Before the routes of posts, which would match as an id.
  discoveryRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  blogRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  likeRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  draftRoutes({ app, guard, bodyLimit: bodyLimits.drafts }, context);
  pageRoutes({ app, guard, bodyLimit: bodyLimits.drafts }, context);
  siteRedirectRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  pollRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  ratingRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  commentRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  newsletterRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  importRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  taxonomyRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  dataRoutes({ app, guard, bodyLimit: bodyLimits.content }, context, dataFeed);
  transferRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  formRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  submissionRoutes({ app, guard, bodyLimit: bodyLimits.submissions }, context);
  feedRoutes(app, context);
  liveRoutes(app, context, liveFeed);
  htmlSandboxRoutes(app, context);
  // Before the routes of files, which would match as an id.
  socialCardRoutes(app, context);
  mediaRoutes(app, context);
  sizeRoutes(app, context);
  fileRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  mediaLibraryRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  referenceRoutes(app, context);
  graphqlRoutes(app, guard, context);
  staffRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  memberViewRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  statisticsRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  siteRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  appRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  mailTemplateRoutes({ app, guard, bodyLimit: bodyLimits.content }, context);
  jobRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  backupRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  siteHealthRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  webhookRoutes({ app, guard, bodyLimit: bodyLimits.identity }, context);
  mountStaffApp(app, context);
  rejectOtherMethods(app);
  app.notFound(() => {
    throw new Refusal("NOT_FOUND");
  });
  return app;
}

/** An app without routes, with the checks and errors of every request. */
function createBareApp(context: ServerContext, metrics?: Metrics): App {
  const app: App = new Hono<{ Bindings: RequestOrigin; Variables: RequestVariables }>();
  const consistency = createConsistency(context.db, context.config.connection);
  const isSecure = context.config.publicUrl.startsWith("https:");
  if (metrics) measureRequests(app, metrics);

  app.onError((error, c) => {
    const response = errorResponse(error, c.get("requestId"), context.log);
    // Keeps headers set before the failure (request id, CORS).
    for (const [name, value] of response.headers) c.header(name, value);
    return c.newResponse(response.body, response.status as 400);
  });

  app.use(
    createMiddleware<{ Bindings: RequestOrigin; Variables: RequestVariables }>(async (c, next) => {
      const requestId = crypto.randomUUID();
      const headers = { "x-wix-request-id": requestId, ...commonHeaders, ...(isSecure && secureHeaders) };
      c.set("requestId", requestId);
      c.set("headers", headers);
      c.set("address", ipKey(c.env?.clientAddress ?? ""));
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      const { method, url } = c.req;
      if (url.length > maxUrlBytes) throw new Refusal("URI_TOO_LONG");
      // The raw path, because the router's path is decoded already.
      if (!isValidPath(pathOf(url))) throw new Refusal("NOT_FOUND");
      if (method === "OPTIONS") return c.body(null, 204, preflightHeaders);
      const request: IncomingRequest = {
        id: requestId,
        ip: c.get("address"),
        userAgent: c.req.header("user-agent"),
      };
      consistency?.observe(c.req.header("x-wix-consistent"));
      await runInRequestContext(request, next);
      if (consistency && request.hasWritten) c.header("x-wix-consistent", await consistency.current());
    }),
  );
  return app;
}

/**
 * Sign-in, recovery, factors and sessions of staff accounts, on the staff site. A password login goes through the
 * authorize endpoint, as in every app.
 */
function createStaffApp({ staffSite, ...context }: StaffContext): App {
  const app = createBareApp(staffSite);
  const area = {
    app,
    guard: { limits: staffSite.limits, authenticate: createAuthenticate(staffSite) },
    bodyLimit: bodyLimits.identity,
  };
  authRoutes(area, staffSite);
  accountRoutes(area, staffSite);
  redirectsRoutes(area, staffSite);
  authorizeRoute(app, staffSite);
  currentMemberRoute(area, staffSite);
  setupRoutes(area, { ...context, staffSite });
  rejectOtherMethods(app);
  app.notFound(() => {
    throw new Refusal("NOT_FOUND");
  });
  return app;
}

/** Serves the staff site below its path. */
function mountStaffApp(app: App, context: StaffContext): void {
  const staffApp = createStaffApp(context);
  app.all(`${staffApiPath}/*`, ({ req, env }) => {
    const url = new URL(req.url);
    url.pathname = url.pathname.slice(staffApiPath.length);
    return staffApp.fetch(new Request(url, req.raw), env);
  });
}

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Wix-Request-Id, X-Wix-Consistent, Date, Retry-After, ETag",
};

/** Source: security requirements §6.1. */
const secureHeaders = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, x-wix-bi-gateway, X-Wix-Consistent, wix-site-id, wix-account-id, traceparent, Last-Event-ID, If-None-Match",
  "access-control-max-age": "600",
};

/** Rejects other methods of existing paths, with the allowed ones of all matching routes. */
function rejectOtherMethods(app: App): void {
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  const methods = [...new Set(routes.map(({ method }) => method))].sort();
  for (const path of new Set(routes.map(({ path }) => path))) {
    app.all(path, ({ req }) => {
      const isAllowed = (method: string) =>
        app.router.match(method, req.path)[0].some(([[, route]]) => route.method === method);
      throw new Refusal("METHOD_NOT_ALLOWED", { allow: methods.filter(isAllowed).join(", ") });
    });
  }
}
