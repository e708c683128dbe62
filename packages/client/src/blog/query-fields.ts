/** Fields for filters and sorting in queries of posts. Source: entities.md, Post. */
export interface PostQueryFields {
  _id: string;
  _createdDate: Date;
  title: string;
  excerpt: string;
  contentText: string;
  slug: string;
  language: string;
  memberId: string;
  firstPublishedDate: Date;
  lastPublishedDate: Date;
  featured: boolean;
  pinned: boolean;
  membersOnly: boolean;
  translationId: string;
  commentingEnabled: boolean;
  minutesToRead: number;
  "metrics.comments": number;
  "metrics.likes": number;
  "metrics.views": number;
  "metrics.ratings": number;
  hashtags: string[];
  authors: string[];
  categoryIds: string[];
  tagIds: string[];
  relatedPostIds: string[];
  pricingPlanIds: string[];
}

/** Source: entities.md, Category. */
export interface CategoryQueryFields {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  label: string;
  title: string;
  slug: string;
  description: string;
  language: string;
  displayPosition: number;
  rank: number;
  postCount: number;
}

/** Source: entities.md, BlogTag. */
export interface TagQueryFields {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  label: string;
  slug: string;
  language: string;
  postCount: number;
  publicationCount: number;
  publishedPostCount: number;
}
