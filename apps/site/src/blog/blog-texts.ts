import { createText } from "../texts.ts";

/** Texts of post lists. */
export const blogText = createText({
  "blog.title": "Blog",
  "blog.description": "All posts of {site}.",
  "blog.partDescription": "{title}: posts of {site}.",
  "blog.categories": "Categories",
  "blog.all": "All posts",
  "blog.failed": "We could not load the posts.",
  "blog.start": "Back to the start of the list",
  "blog.count": "{n, plural, one {# post} other {# posts}}",
  "blog.nothing": "Nothing matches.",
  "blog.clear": "See all posts",
  "author.title": "Posts by {name}",
  "sort.label": "Sort by",
  "sort.apply": "Sort",
  "sort.feed": "Pinned first",
  "sort.newest": "Newest",
  "sort.oldest": "Oldest",
  "sort.views": "Most viewed",
  "sort.likes": "Most liked",
  "sort.title": "Title, A to Z",
  "sort.titleDesc": "Title, Z to A",
  "archive.title": "Archive",
  "archive.months": "Months",
  "archive.failed": "We could not load the archive.",
  "archive.none.title": "No posts in {month}",
  "archive.none.noMonth": "There is no such month",
  "archive.none.text": "The nearest months with posts:",
});

export type BlogTextKey = Parameters<typeof blogText>[0];
