export const blogErrors = {
  POST_NOT_FOUND: { status: 404, message: "No post you may see has this id or slug." },
  CATEGORY_NOT_FOUND: { status: 404, message: "There is no category with this id or slug." },
  TAG_NOT_FOUND: { status: 404, message: "There is no tag with this id, slug or label." },
  SLUG_TAKEN: { status: 409, message: "Another post has this slug." },
  CURSOR_INVALID: { status: 400, message: "This cursor was not made by this site, or was changed." },
} as const;
