import { introductionOf } from '../contents/text-parts.ts';
import type { Introduction } from '../contents/worker/render.ts';
import { typeOfFormat } from '../documents/model.ts';
import { builder } from '../graphql/builder.ts';
import { batched } from '../lists/batch.ts';
import { Version } from './schema.ts';

const TagDescription = builder.objectRef<Introduction['tags'][number]>('TagDescription').implement({
  description: 'A tag of an OpenAPI document that has a description.',
  fields: t => ({
    name: t.exposeString('name', { description: 'The tag.' }),
    descriptionHtml: t.exposeString('descriptionHtml', { description: 'Its description as safe HTML.' }),
  }),
});

const IntroductionType = builder.objectRef<Introduction>('Introduction').implement({
  description: 'What an OpenAPI document says about itself.',
  fields: t => ({
    title: t.exposeString('title', { nullable: true, description: 'info.title.' }),
    descriptionHtml: t.exposeString('descriptionHtml', {
      nullable: true,
      description: 'info.description as safe HTML.',
    }),
    tags: t.expose('tags', { type: [TagDescription], description: 'The described tags, at most 1,000.' }),
  }),
});

builder.objectField(Version, 'introduction', t =>
  t.field({
    type: IntroductionType,
    nullable: true,
    description: 'What the OpenAPI document says about itself; null for Markdown.',
    resolve: ({ documentFormat, canonicalHash }, _, context) =>
      typeOfFormat(documentFormat) === 'OPENAPI' ? batched(context, introductionOf, canonicalHash) : null,
  }),
);
