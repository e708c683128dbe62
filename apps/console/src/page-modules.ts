import { categories, commentModeration, draftPosts, newsletterPosts, posts, tags } from "@porchlight/client/blog";
import { collections, dataHooks, dataIndexes, dataPermissions, items } from "@porchlight/client/data";
import { formCalls, submissionCalls } from "@porchlight/client/forms";
import { files, mediaLibrary } from "@porchlight/client/media";
import { customFields } from "@porchlight/client/members";
import {
  apiKeys,
  apps,
  auditLog,
  backups,
  blogImports,
  mailLog,
  mailTemplates,
  operation,
  sitePages,
  siteRedirects,
  siteSettings,
  siteTexts,
  webhooks,
} from "@porchlight/client/site";
import { memberAccounts } from "@porchlight/client/staff";
import { data } from "@porchlight/site/src/modules/data-modules.ts";

/** The calls of all pages but the first. */
export const pageModules = {
  apiKeys,
  apps,
  auditLog,
  backups,
  blogImports,
  categories,
  collections,
  commentModeration,
  customFields,
  data,
  dataHooks,
  dataIndexes,
  dataPermissions,
  draftPosts,
  files,
  forms: formCalls,
  items,
  mediaLibrary,
  mailLog,
  mailTemplates,
  memberAccounts,
  newsletterPosts,
  operation,
  posts,
  sitePages,
  siteRedirects,
  siteSettings,
  siteTexts,
  submissions: submissionCalls,
  tags,
  webhooks,
};
