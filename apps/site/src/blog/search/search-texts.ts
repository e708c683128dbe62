import { createText } from "../../texts.ts";

/** Words of the search. */
export const searchText = createText({
  "search.title": "Search",
  "search.label": "Search the blog",
  "search.submit": "Search",
  "search.results": "Results for “{words}”",
  "search.one": "1 post",
  "search.count": "{n} posts",
  "search.many": "More than {n} posts. These are the newest.",
  "search.nothing": "No post has the words “{words}”.",
  "search.hint": "Look for fewer words, or for a part of one.",
  "search.failed": "We could not search the blog.",
  "search.pages": "More results",
  "search.before": "Better results",
  "search.after": "More results",
});
